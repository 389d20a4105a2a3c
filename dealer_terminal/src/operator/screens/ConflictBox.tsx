/** Somebody else saved first: what each side changed, and the choice between both. */
import { changedFields, type Form } from "../logic/form.ts";
import { t } from "../messages/index.ts";
import { Press } from "../parts.tsx";
import { fieldName } from "./TableFields.tsx";

interface ConflictProps {
  readonly version: number;
  readonly base: Form;
  readonly mine: Form;
  readonly theirs: Form;
  readonly clashes: readonly string[];
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

export function ConflictBox({ version, base, mine, theirs, clashes, onMine, onTheirs }: ConflictProps) {
  const fields = [...new Set([...changedFields(base, theirs), ...changedFields(base, mine)])];
  return (
    <div class="conflict" role="alertdialog" aria-label={t("conflict.title")} data-testid="conflict">
      <h3>{t("conflict.title")}</h3>
      <p>{t("conflict.text", { version })}</p>
      <table class="grid">
        <thead>
          <tr>
            <th scope="col">{t("conflict.field")}</th>
            <th scope="col">{t("conflict.before")}</th>
            <th scope="col">{t("conflict.theirs")}</th>
            <th scope="col">{t("conflict.mine")}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field} class={clashes.includes(field) ? "clash" : ""} data-testid={`conflict-${field}`}>
              <td>{fieldName(field)}</td>
              <td>{base[field]}</td>
              <td>{theirs[field]}</td>
              <td>{mine[field]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="row">
        <Press label={t("conflict.keep_mine")} id="keep-mine" look="gold" onPress={onMine} />
        <Press label={t("conflict.take_theirs")} id="take-theirs" onPress={onTheirs} />
      </div>
    </div>
  );
}
