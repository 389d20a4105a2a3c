/** Language and sound: one touch opens the choice, the second makes it. */
import { LANGUAGES } from "@croupier/web-core";
import { Button } from "@croupier/web-core/ui/parts.tsx";
import type { JSX } from "preact";
import { openPanel } from "../app/actions.ts";
import { unlock } from "../app/sound.ts";
import { volume } from "../app/state.ts";
import { type Key, language, t } from "../app/words.ts";

export function LanguageChoice(): JSX.Element {
  return (
    <section class="panel choice" role="dialog" aria-label={t("rail.language")} data-testid="panel-language">
      {LANGUAGES.map((each) => (
        <Button
          key={each}
          id={`language-${each}`}
          label={t(`language.${each}`)}
          pressed={language.value === each}
          onPress={() => {
            language.value = each;
            openPanel(null);
          }}
        />
      ))}
    </section>
  );
}

const LEVELS = [0, 1, 2, 3] as const;

export function VolumeChoice(): JSX.Element {
  return (
    <section class="panel choice volume-choice" role="dialog" aria-label={t("rail.volume")} data-testid="panel-volume">
      {LEVELS.map((level) => (
        <Button
          key={level}
          id={`volume-${level}`}
          label={t(`volume.${level}` as Key)}
          pressed={volume.value === level}
          onPress={() => {
            unlock();
            volume.value = level;
            openPanel(null);
          }}
        />
      ))}
    </section>
  );
}
