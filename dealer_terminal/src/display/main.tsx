import "@croupier/web-core/ui/styles.css";
import "../lib/pieces.css";
import "./display.css";
import { render } from "preact";
import { identityFrom } from "../lib/identity.ts";
import { Board } from "./board.ts";
import { Display, NotEnrolled } from "./Display.tsx";

const root = document.getElementById("app");
const identity = identityFrom(location.hash);

if (root && identity) {
  const board = new Board(identity);
  board.start();
  render(<Display board={board} />, root);
} else if (root) {
  render(<NotEnrolled />, root);
}
