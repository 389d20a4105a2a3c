/** Taking the money out: ask, wait if a round holds it back (reading B36), print, or an attendant pays. */
import { Button } from "@croupier/web-core/ui/parts.tsx";
import type { JSX } from "preact";
import { cancelCashOut, cashOut, dismissCashOut, openPanel } from "../app/actions.ts";
import { cash, seat } from "../app/state.ts";
import { t } from "../app/words.ts";
import { Icon } from "../view/icons.tsx";

/** The request waits for the round; the same button that asked for it leads here and can take it back. */
function Queued({ amount }: { readonly amount: number }): JSX.Element {
  const withdraw = async (): Promise<void> => {
    await cancelCashOut();
    openPanel(null);
  };
  return (
    <section class="panel confirm" role="dialog" aria-label={t("cash.queued")} data-testid="panel-cash_out">
      <Icon name="hourglass" size={64} />
      <h2 class="caps">{t("cash.queued")}</h2>
      <p class="figures full-amount">{cash(amount)}</p>
      <p>{t("cash.queued_text")}</p>
      <div class="confirm-actions">
        <Button label={t("cash.withdraw")} onPress={withdraw} id="cash-out-cancel" />
        <Button look="primary" label={t("common.back")} onPress={() => openPanel(null)} id="cash-out-back" />
      </div>
    </section>
  );
}

/** One line under the chips, so that the player can go on watching and betting while the request waits. */
export function CashOutWaits(): JSX.Element | null {
  if (seat.value?.cash_out?.state !== "queued") return null;
  return (
    <p class="cash-line" role="status" data-testid="cash-out-queued">
      <Icon name="hourglass" size={22} />
      <strong>{t("cash.queued")}</strong>
      <span>{t("cash.queued_text")}</span>
    </p>
  );
}

export function CashOutConfirm(): JSX.Element {
  const now = seat.value;
  if (now?.cash_out?.state === "queued") return <Queued amount={now.credit} />;
  const credit = now?.credit ?? 0;
  const pay = async (): Promise<void> => {
    await cashOut();
    openPanel(null);
  };
  return (
    <section class="panel confirm" role="dialog" aria-label={t("cash.title")} data-testid="panel-cash_out">
      <Icon name="cash_out" size={64} />
      <h2 class="caps">{t("cash.title")}</h2>
      <p>{credit > 0 ? t("cash.ask", { amount: cash(credit) }) : t("cash.none")}</p>
      {credit > 0 && !now?.cash_out_allowed ? <p class="quiet">{t("cash.later")}</p> : null}
      <div class="confirm-actions">
        <Button label={t("common.back")} onPress={() => openPanel(null)} id="cash-out-back" />
        <Button
          look="primary"
          label={t("common.confirm")}
          onPress={pay}
          disabled={credit === 0}
          id="cash-out-confirm"
        />
      </div>
    </section>
  );
}

/** Where the payment stands. A request that waits for the round covers nothing. */
export function CashOutProgress(): JSX.Element | null {
  const now = seat.value?.cash_out;
  if (!now || now.state === "queued") return null;
  const amount = cash(now.amount);
  const texts = {
    printing: [t("cash.printing"), t("cash.printing_text")],
    printed: [t("cash.printed"), t("cash.printed_text", { ticket: now.ticket ?? "" })],
    hand_pay: [t("cash.hand_pay"), t("cash.hand_pay_text")],
  } as const;
  const [title, text] = texts[now.state];
  return (
    <section class="full soft" role="alert" data-testid={`cash-out-${now.state}`}>
      <div class="panel full-card">
        <Icon name={now.state === "hand_pay" ? "attendant" : "cash_out"} size={80} />
        <h2 class="caps">{title}</h2>
        <p class="figures full-amount">{amount}</p>
        <p>{text}</p>
        {now.state === "printed" ? (
          <Button look="primary" label={t("cash.taken")} onPress={dismissCashOut} id="cash-out-taken" />
        ) : null}
      </div>
    </section>
  );
}
