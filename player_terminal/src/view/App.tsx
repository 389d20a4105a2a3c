import { ChipSymbols } from "@croupier/web-core/ui/ChipArt.tsx";
import type { JSX } from "preact";
import { flights } from "../app/flights.ts";
import { player, screen, toasts, welcome } from "../app/state.ts";
import { CashOutProgress } from "../panels/CashOut.tsx";
import { DemoDrawer } from "../panels/Demo.tsx";
import { Lobby } from "../panels/Lobby.tsx";
import { Panels } from "../panels/Panels.tsx";
import { Band } from "./Band.tsx";
import { Stack } from "./Chips.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { Layout } from "./Layout.tsx";
import { TableNotice } from "./Notice.tsx";
import { PrintDefs } from "./PrintDefs.tsx";
import { LeftRail, RightRail } from "./Rails.tsx";
import { Attract, Connecting, Disabled, Offline } from "./Screens.tsx";
import { Ghosts } from "./SpotLabel.tsx";

function Toasts(): JSX.Element {
  return (
    <div class="toasts" aria-live="polite" data-testid="toasts">
      {toasts.value.map((toast) => (
        <p key={toast.key} class={`toast ${toast.look}`}>
          {toast.text}
        </p>
      ))}
    </div>
  );
}

function Flights(): JSX.Element {
  return (
    <div class="flights" aria-hidden="true">
      {flights.value.map(({ key, amount, x, y, dx, dy, kind }) => (
        <svg
          key={key}
          class={`flight ${kind}`}
          viewBox="-40 -46 80 92"
          style={{ left: `${x}px`, top: `${y}px`, "--dx": `${dx}px`, "--dy": `${dy}px` }}
          aria-hidden="true"
        >
          <Stack amount={amount} x={0} y={0} r={30} />
        </svg>
      ))}
    </div>
  );
}

function Table(): JSX.Element {
  return (
    <div class="stage">
      <Band />
      <Layout />
      <Attract />
      <TableNotice />
    </div>
  );
}

export function App(): JSX.Element {
  if (player.value === null) return <Connecting />;
  const now = screen.value;
  return (
    <div class={`terminal screen-${now}`} data-terminal={player.value.seat.terminal}>
      <ChipSymbols />
      <PrintDefs />
      <Header />
      <main class="felt table-area">
        <LeftRail />
        {now === "lobby" ? <Lobby /> : <Table />}
        <RightRail />
        <Panels />
        <Toasts />
      </main>
      <Footer />
      <CashOutProgress />
      <Ghosts />
      <Flights />
      {welcome.value?.demo_devices_url ? <DemoDrawer url={welcome.value.demo_devices_url} /> : null}
      {now === "disabled" ? <Disabled /> : null}
      <Offline />
    </div>
  );
}
