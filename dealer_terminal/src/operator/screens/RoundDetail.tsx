/** One round in full: every wager of every session, and the journal lines that made it so. */
import { money } from "@croupier/web-core";
import { NumberTile } from "@croupier/web-core/ui/parts.tsx";
import { clockTime, dateTime } from "../../lib/format.ts";
import { oneLine } from "../logic/flatten.ts";
import { code, t } from "../messages/index.ts";
import type { RoundEvent, RoundRecord, RoundSeat } from "../model.ts";
import { useOffice } from "../office.ts";
import { type ColumnOf, Grid } from "../parts.tsx";

function Seat({ seat }: { readonly seat: RoundSeat }) {
  const { currency } = useOffice();
  const amount = (value: number | null) => (value === null ? "–" : money(value, currency));
  return (
    <>
      <p class="sum">
        <b>{seat.terminal ?? "–"}</b>
        <span>{seat.session}</span>
        <span>
          {t("col.credit")} {amount(seat.credit_before)} → {amount(seat.credit_after)}
        </span>
      </p>
      <table class="grid">
        <tbody>
          {seat.wagers.map((wager) => (
            <tr key={wager.spot}>
              <td>{wager.spot}</td>
              <td class="right">{amount(wager.stake)}</td>
              <td>{wager.result === null ? "" : code("result", wager.result)}</td>
              <td class="right">{amount(wager.returned)}</td>
            </tr>
          ))}
          {seat.credited_back.map((wager) => (
            <tr key={`back-${wager.spot}`}>
              <td>{wager.spot}</td>
              <td class="right">{amount(wager.stake)}</td>
              <td colSpan={2}>{code("back", wager.reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export function RoundDetail({ round }: { readonly round: RoundRecord }) {
  const { currency, timeZone } = useOffice();
  const eventColumns: ColumnOf<RoundEvent>[] = [
    { head: t("col.seq"), cell: (row) => row.seq, align: "right" },
    { head: t("col.at"), cell: (row) => clockTime(row.at, timeZone, true) },
    { head: t("col.actor"), cell: (row) => row.name || row.actor },
    { head: t("col.action"), cell: (row) => row.type },
    { head: t("col.details"), cell: (row) => <small>{oneLine(row.data)}</small> },
  ];
  return (
    <div class="detail" data-testid="round-detail">
      <h2>
        {t("rounds.detail", { number: round.number })} <NumberTile value={round.value} />
        {round.original === null ? null : (
          <small>
            {t("rounds.corrected")}: {round.original} → {round.value}
          </small>
        )}
      </h2>
      <p class="sum">
        <span>{code("round_status", round.status)}</span>
        <span>{dateTime(round.opened_at, timeZone)}</span>
        <span>
          {t("col.staked")} <b>{money(round.staked, currency)}</b>
        </span>
        <span>
          {t("col.returned")} <b>{money(round.returned, currency)}</b>
        </span>
      </p>
      {round.seats.length === 0 ? <p class="quiet">{t("rounds.no_wagers")}</p> : null}
      {round.seats.map((seat) => (
        <Seat key={seat.session} seat={seat} />
      ))}
      <Grid
        testid="event"
        rows={round.events}
        columns={eventColumns}
        id={(row) => String(row.seq)}
        empty={t("empty")}
      />
    </div>
  );
}
