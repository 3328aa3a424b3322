/** The environment variables of a process, or their replacement in a test. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Invalid settings; each line of `problems` names its setting. */
export class BadSettings extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'BadSettings';
    this.problems = problems;
  }
}

/** The state of reading settings: the problems found so far, and each setting's default under its name. */
export type Reading = { env: Environment; problems: string[]; defaults: Map<string, unknown> };

/**
 * Returns `fallback` if the setting is not set. `parse` throws an error whose message continues the setting's
 * name.
 */
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
  noun = 'number',
): number | Fallback {
  return read<number | Fallback>(reading, name, fallback, (text) => {
    const value = Number(text);
    if (/^\d{1,5}$/.test(text) && value >= min && value <= max) return value;
    throw new Error(`must be a ${noun} from ${min} to ${max}`);
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

/** Returns the trimmed value of a setting; undefined if it is unset or empty. */
export function textOf({ env }: Pick<Reading, 'env'>, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}
