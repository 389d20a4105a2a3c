/** Every limit of the table (002 6.1): by wager, the unit, and the totals. */
import { oddsText, type SharedKey, spotName } from "@croupier/web-core";
import type { JSX } from "preact";
import { cash, game, limitsSpot, table } from "../app/state.ts";
import { t } from "../app/words.ts";
import { spotTerms } from "../view/SpotLabel.tsx";

export const KINDS = ["straight", "split", "street", "corner", "six_line", "column", "dozen", "even_chance"] as const;
export type Kind = (typeof KINDS)[number];

export function oddsOf(kind: Kind): string {
  const spot = game.value?.spots.find((each) => each.kind === kind);
  return spot ? oddsText(spot.odds) : "";
}

function Row({ kind, on }: { readonly kind: Kind; readonly on: boolean }): JSX.Element {
  const limit = table.value?.limits.kinds[kind];
  return (
    <tr class={on ? "on" : ""} data-kind={kind}>
      <th scope="row">{t(`kind.${kind}` as SharedKey)}</th>
      <td>{oddsOf(kind)}</td>
      <td>{limit ? cash(limit.minimum) : "–"}</td>
      <td>{limit ? cash(limit.maximum) : "–"}</td>
    </tr>
  );
}

function Totals(): JSX.Element | null {
  const limits = table.value?.limits;
  if (!limits) return null;
  const rows = [
    [t("limits.unit"), limits.unit],
    [t("limits.total_min"), limits.total_minimum],
    [t("limits.total_max"), limits.total_maximum],
  ] as const;
  return (
    <dl class="totals">
      {rows.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class="figures">{amount > 0 ? cash(amount) : t("limits.none")}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Limits(): JSX.Element {
  const spot = limitsSpot.value;
  const kind = game.value?.spots.find((each) => each.id === spot)?.kind;
  return (
    <div class="limits">
      <table>
        <thead>
          <tr>
            <th scope="col">{t("limits.kind")}</th>
            <th scope="col">{t("limits.pays")}</th>
            <th scope="col">{t("limits.min")}</th>
            <th scope="col">{t("limits.max")}</th>
          </tr>
        </thead>
        <tbody>
          {KINDS.map((each) => (
            <Row key={each} kind={each} on={each === kind} />
          ))}
        </tbody>
      </table>
      <div class="limits-side">
        {spot ? (
          <p class="limits-spot" data-testid="limits-spot">
            <strong>{spotName(t, spot)}</strong> {spotTerms(spot)}
          </p>
        ) : null}
        <Totals />
        <p>{t("limits.over")}</p>
        <p>{t("limits.under")}</p>
        <p>{t("limits.announced")}</p>
      </div>
    </div>
  );
}
