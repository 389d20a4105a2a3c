/** Sensor against dealer (002 7.5): both numbers side by side, and in words whether they agree. */
import type { DealerTableView } from "@croupier/web-core";
import { NumberTile } from "@croupier/web-core/ui/parts.tsx";
import { Icon } from "../../lib/Icon.tsx";
import { code, t } from "../messages/index.ts";

type Proposal = NonNullable<DealerTableView["proposal"]>;

function verdict(proposal: Proposal): { text: string; tone: string } {
  if (proposal.mismatch) return { text: t("result.differ"), tone: "bad" };
  if (proposal.sensor === null && proposal.dealer === null) return { text: t("result.waiting"), tone: "plain" };
  if (proposal.sensor === null) return { text: t("result.dealer_only"), tone: "plain" };
  if (!proposal.sensor_complete) {
    const reason = proposal.sensor_reason === null ? "–" : code("evidence", proposal.sensor_reason);
    return { text: t("result.incomplete", { reason }), tone: "warn" };
  }
  if (proposal.dealer === null) return { text: t("result.sensor_only"), tone: "plain" };
  return { text: t("result.agree"), tone: "good" };
}

function Side({ label, value, id }: { readonly label: string; readonly value: string | null; readonly id: string }) {
  return (
    <div class="compare-side" data-testid={id} data-value={value ?? ""}>
      <span class="label">{label}</span>
      {value === null ? <span class="compare-none">{t("result.none")}</span> : <NumberTile value={value} />}
    </div>
  );
}

interface CompareProps {
  readonly proposal: Proposal;
  /** On an automated wheel there is no entry to compare with. */
  readonly keyed: boolean;
}

export function Compare({ proposal, keyed }: CompareProps) {
  const { text, tone } = verdict(proposal);
  return (
    <div class={`compare ${tone}`} data-testid="compare" data-mismatch={proposal.mismatch}>
      <Side label={t("result.sensor")} value={proposal.sensor} id="sensor" />
      <p class="compare-verdict">
        <Icon name={proposal.mismatch ? "hold" : tone === "good" ? "open" : "info"} />
        {text}
      </p>
      {keyed ? <Side label={t("result.dealer")} value={proposal.dealer} id="dealer" /> : null}
    </div>
  );
}
