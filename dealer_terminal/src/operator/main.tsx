import "@croupier/web-core/ui/styles.css";
import "../lib/pieces.css";
import "./operator.css";
import { render } from "preact";
import { App } from "./App.tsx";
import { listen } from "./keyboard.ts";
import { Office, OfficeContext } from "./office.ts";

const root = document.getElementById("app");
if (root) {
  const office = new Office();
  listen(office);
  render(
    <OfficeContext.Provider value={office}>
      <App />
    </OfficeContext.Provider>,
    root,
  );
}
