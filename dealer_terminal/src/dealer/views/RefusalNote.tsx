/** A refusal in words, over everything else, announced to screen readers. */
import { Icon } from "../../lib/Icon.tsx";
import { useDesk } from "../desk.ts";
import { refusalText } from "../logic/refusals.ts";

export function RefusalNote() {
  const desk = useDesk();
  const refusal = desk.refusal.value;
  return (
    <div class="note-place" role="alert" aria-live="assertive">
      {refusal === null ? null : (
        <button
          type="button"
          class="note"
          data-testid="refusal"
          data-code={refusal.code}
          onClick={() => {
            desk.refusal.value = null;
          }}
        >
          <Icon name="hold" />
          {refusalText(refusal)}
        </button>
      )}
    </div>
  );
}
