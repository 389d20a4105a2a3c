/** A typed translator over JSON catalogues. The server sends codes and data; sentences are made here. */

export type Catalogue<Key extends string> = Readonly<Record<Key, string>>;
export type Params = Readonly<Record<string, string | number>>;

export const LANGUAGES = ["en", "zh-Hans"] as const;
export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (text: string): text is Language => (LANGUAGES as readonly string[]).includes(text);

/** Put named values into a sentence: "at least {amount}". A name without a value stays visible in the text. */
export function fill(template: string, params: Params = {}): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : String(value);
  });
}

export class Translator<Key extends string> {
  constructor(
    private readonly catalogues: Readonly<Record<Language, Catalogue<Key>>>,
    readonly language: Language,
  ) {}

  /** The sentence for a key. */
  t = (key: Key, params?: Params): string => fill(this.catalogues[this.language][key], params);

  /** The sentence for a code that came from the server, or null when this catalogue has none for it. */
  maybe = (key: string, params?: Params): string | null => {
    const text = (this.catalogues[this.language] as Readonly<Record<string, string>>)[key];
    return text === undefined ? null : fill(text, params);
  };

  with(language: Language): Translator<Key> {
    return new Translator(this.catalogues, language);
  }
}
