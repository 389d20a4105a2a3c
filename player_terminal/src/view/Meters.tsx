/** Credit, bet and win in money. The win rolls up and can be skipped; credit and bet are always exact. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { setPlace } from "../app/places.ts";
import { duration, rollMs } from "../app/screen.ts";
import { cash, cashSigned, netResult, seat, wallMs } from "../app/state.ts";
import { t } from "../app/words.ts";

/** A figure that rolls to its value; `skip` shows the end at once. */
function useRoll(target: number): { shown: number; skip: () => void } {
  const shown = useSignal(target);
  const frame = useRef(0);
  useEffect(() => {
    const from = shown.peek();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (target <= from || still) {
      shown.value = target;
      return;
    }
    const start = performance.now();
    const length = rollMs(from, target);
    const step = (now: number): void => {
      const part = Math.min(1, (now - start) / length);
      shown.value = part === 1 ? target : Math.floor(from + (target - from) * part);
      if (part < 1) frame.current = requestAnimationFrame(step);
    };
    frame.current = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame.current);
  }, [target, shown]);
  const skip = (): void => {
    cancelAnimationFrame(frame.current);
    shown.value = target;
  };
  return { shown: shown.value, skip };
}

function Meter({ name, amount }: { readonly name: "credit" | "bet"; readonly amount: number }): JSX.Element {
  return (
    <div class={`meter ${name}`} {...(name === "credit" ? { ref: setPlace("credit") } : {})}>
      <span class="caps">{t(`meter.${name}`)}</span>
      <output class="figures" data-testid={`meter-${name}`} data-amount={amount}>
        {cash(amount)}
      </output>
    </div>
  );
}

function WinMeter({ amount }: { readonly amount: number }): JSX.Element {
  const { shown, skip } = useRoll(amount);
  return (
    <button type="button" class={`meter win ${amount > 0 ? "lit" : ""}`} onClick={skip}>
      <span class="caps">{t("meter.win")}</span>
      <output class="figures" data-testid="meter-win" data-amount={amount}>
        {cash(shown)}
      </output>
      <span class="visually-hidden">{t("meter.skip")}</span>
    </button>
  );
}

function SessionLine(): JSX.Element {
  const started = seat.value?.started_at;
  if (!started) return <p class="session-line" />;
  return (
    <p class="session-line" data-testid="session-line">
      <span>{t("meter.played", { time: duration(wallMs.value - Date.parse(started)) })}</span>
      <span>{t("meter.net", { amount: cashSigned(netResult.value) })}</span>
    </p>
  );
}

export function Meters(): JSX.Element {
  const now = seat.value;
  return (
    <section class="meters">
      <Meter name="credit" amount={now?.credit ?? 0} />
      <Meter name="bet" amount={now?.bet ?? 0} />
      <WinMeter amount={now?.win ?? 0} />
      <SessionLine />
    </section>
  );
}
