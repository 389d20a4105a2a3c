/** The number in words and colour, large enough to be read from the wheel. */
import { facts } from "@croupier/web-core";
import { t } from "../messages/index.ts";

export function ReadBack({ value, small = false }: { readonly value: string; readonly small?: boolean }) {
  const fact = facts(value);
  const words = [
    fact.parity && t(`parity.${fact.parity}`),
    fact.half && t(`half.${fact.half}`),
    fact.dozen && t(`dozen.${fact.dozen}`),
  ].filter((word) => word !== null);
  return (
    <div class={`readback ${fact.colour} ${small ? "small" : ""}`} data-testid="readback" data-value={value}>
      <span class="readback-number">{value}</span>
      <span class="readback-words">
        <strong>{t(`colour.${fact.colour}`)}</strong>
        {words.map((word) => (
          <span key={word}>{word}</span>
        ))}
      </span>
    </div>
  );
}
