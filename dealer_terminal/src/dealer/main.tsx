import "@croupier/web-core/ui/styles.css";
import "./styles/index.css";
import { render } from "preact";
import { identityFrom } from "../lib/identity.ts";
import { App, NotEnrolled } from "./App.tsx";
import { Desk, DeskContext } from "./desk.ts";
import { listen } from "./keyboard.ts";

const root = document.getElementById("app");
const identity = identityFrom(location.hash);
document.addEventListener("contextmenu", (event) => event.preventDefault());

if (root && identity) {
  const desk = new Desk(identity);
  listen(desk);
  desk.start();
  render(
    <DeskContext.Provider value={desk}>
      <App />
    </DeskContext.Provider>,
    root,
  );
} else if (root) {
  render(<NotEnrolled />, root);
}
