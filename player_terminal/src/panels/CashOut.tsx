/** Taking the money out: ask, wait if a round holds it back (reading B36), print, or an attendant pays. */
import { Button } from "@croupier/web-core/ui/parts.tsx";
import type { JSX } from "preact";
import { cancelCashOut, cashOut, dismissCashOut, openPanel } from "../app/actions.ts";
import { cash, seat } from "../app/state.ts";
import { t } from "../app/words.ts";
import { Icon } from "../view/icons.tsx";

export function CashOutConfirm(): JSX.Element {
  const now = seat.value;
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

/** Where a cash-out stands. A queued one stays a strip, so that the player can go on watching the round. */
export function CashOutProgress(): JSX.Element | null {
  const now = seat.value?.cash_out;
  if (!now) return null;
  const amount = cash(now.amount);
  if (now.state === "queued") {
    return (
      <aside class="cash-strip" role="status" data-testid="cash-out-queued">
        <Icon name="hourglass" size={32} />
        <p>
          <strong>{t("cash.queued")}</strong> {t("cash.queued_text")}
        </p>
        <Button label={t("cash.withdraw")} onPress={cancelCashOut} id="cash-out-cancel" />
      </aside>
    );
  }
  const texts = {
    printing: [t("cash.printing"), t("cash.printing_text", { amount })],
    printed: [t("cash.printed"), t("cash.printed_text", { amount, ticket: now.ticket ?? "" })],
    hand_pay: [t("cash.hand_pay"), t("cash.hand_pay_text", { amount })],
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
