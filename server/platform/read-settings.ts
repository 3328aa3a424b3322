/** The variables of a process, or what a test puts in their place. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that cannot be used; `problems` has one line for each, naming it. */
export class BadSettings extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'BadSettings';
    this.problems = problems;
  }
}

/** Settings being read: what is wrong with them, and what each is where nobody sets it, under its name. */
export type Reading = { env: Environment; problems: string[]; defaults: Map<string, unknown> };

/** `fallback` where it is not set. `parse` throws what is wrong, in words that continue the setting's name. */
export function read<T>(reading: Reading, name: string, fallback: T, parse: (text: string) => NoInfer<T>): T {
  const text = textOf(reading, name);
  reading.defaults.set(name, fallback);
  try {
    return text === undefined ? fallback : parse(text);
  } catch (error) {
    reading.problems.push(`${name} ${error instanceof Error ? error.message : 'is not usable'}`);
    return fallback;
  }
}

export function readNumber<Fallback extends number | null>(
  reading: Reading,
  name: string,
  fallback: Fallback,
  [min, max]: [min: number, max: number],
  what = 'number',
): number | Fallback {
  return read<number | Fallback>(reading, name, fallback, (text) => {
    const value = Number(text);
    if (/^\d{1,5}$/.test(text) && value >= min && value <= max) return value;
    throw new Error(`must be a ${what} from ${min} to ${max}`);
  });
}

export function readOneOf<Word extends string>(
  reading: Reading,
  name: string,
  fallback: Word,
  words: readonly Word[],
): Word {
  return read(reading, name, fallback, (text) => {
    const known = words.find((candidate) => candidate === text);
    if (known) return known;
    throw new Error(`must be one of ${words.join(', ')}`);
  });
}

/** What a setting says, without spaces around it; an empty one counts as not set. */
export function textOf({ env }: Pick<Reading, 'env'>, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}
