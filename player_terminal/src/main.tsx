import { Link, type PlayerCommandBody, type PlayerServerMessage } from "@croupier/web-core";
import { effect } from "@preact/signals";
import { render } from "preact";
import "@croupier/web-core/ui/styles.css";
import "./styles/index.css";
import { useLink } from "./app/actions.ts";
import { startGestures } from "./app/gestures.ts";
import { enqueue, receive } from "./app/inbox.ts";
import * as state from "./app/state.ts";
import { startTicker } from "./app/ticker.ts";
import { language, t } from "./app/words.ts";
import { socketUrl, takeIdentity } from "./identity.ts";
import { App } from "./view/App.tsx";
import { NotEnrolled } from "./view/Screens.tsx";

function start(root: HTMLElement): void {
  effect(() => {
    document.documentElement.lang = language.value;
    document.title = `Croupier · ${t("app.title")}`;
  });
  const identity = takeIdentity();
  if (!identity) {
    render(<NotEnrolled />, root);
    return;
  }
  const link = new Link<PlayerCommandBody>({
    url: socketUrl(),
    identity,
    onMessage: (message) => receive(message as PlayerServerMessage, () => link.resync()),
    onReplaced: () =>
      enqueue(() => {
        state.replaced.value = () => {
          state.replaced.value = null;
          link.connect();
        };
      }),
    onState: (now) => enqueue(() => (state.link.value = now)),
  });
  useLink(link);
  startTicker(link);
  startGestures(root);
  render(<App />, root);
  link.connect();
}

const root = document.getElementById("app");
if (root) start(root);
