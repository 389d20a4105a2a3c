/** The terminals as they sit around the wheel; whoever needs somebody stands out by picture and colour. */
import { Icon } from "../../lib/Icon.tsx";
import { useTable } from "../desk.ts";
import { seatFlags, type Terminal } from "../logic/seats.ts";
import { t } from "../messages/index.ts";

function Seat({ terminal, all }: { readonly terminal: Terminal; readonly all: readonly Terminal[] }) {
  const { desk } = useTable();
  const flags = seatFlags(terminal, all);
  return (
    <button
      type="button"
      class={`seat ${terminal.state} ${flags[0] ?? ""}`}
      data-testid={`seat-${terminal.terminal}`}
      data-flags={flags.join(" ")}
      onClick={() => desk.open({ kind: "terminal", terminal: terminal.terminal })}
    >
      <span class="seat-number figures">{terminal.seat}</span>
      <span class="seat-name">
        {terminal.name}
        <small>{t(`terminal.state.${terminal.state}`)}</small>
      </span>
      <span class="seat-flags">
        {flags.map((flag) => (
          <Icon key={flag} name={flag} />
        ))}
      </span>
    </button>
  );
}

export function SeatMap() {
  const { table } = useTable();
  const seats = [...table.terminals].sort((a, b) => a.seat - b.seat);
  return (
    <section class="side side-terminals" data-testid="terminals">
      <h2>{t("terminals.title")}</h2>
      {seats.length === 0 ? <p class="quiet">{t("terminals.none")}</p> : null}
      <div class="seats">
        {seats.map((terminal) => (
          <Seat key={terminal.terminal} terminal={terminal} all={table.terminals} />
        ))}
      </div>
    </section>
  );
}
