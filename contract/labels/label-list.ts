/** English texts by key. The catalogue of each other language contains them under `<id>.<key>`. */
export type LabelList<Key extends string = string> = {
  readonly id: string;
  readonly english: Readonly<Record<Key, string>>;
};

/** Returns the text of a catalogue's id in one language, or `english` if that language has no translation. */
export type Translate = (id: string, english: string) => string;

export const inEnglish: Translate = (_id, english) => english;

/** Returns the label of a key; `unknown` for a key that the list lacks, such as one of a newer server. */
export function labelIn(
  translate: Translate,
  { id, english }: LabelList,
  key: string,
  unknown = key,
): string {
  return Object.hasOwn(english, key) ? translate(`${id}.${key}`, english[key] as string) : unknown;
}
