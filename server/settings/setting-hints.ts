import { type Environment, textOf } from '../platform/read-settings.ts';
import { type Config, isLoopback, readSettings } from '../platform/settings/config.ts';

/** Variables of other parts of the product. */
const OTHERS = [
  'MANDOOB_BACKUP_PASSPHRASE',
  'SHOPIFY_CLIENT_ID',
  'SHOPIFY_SECRET',
  'SHOPIFY_TOKEN',
  'TEST_DATABASE_URL',
];
/** Settings of previous versions, and what replaces each. */
const REMOVED: Readonly<Record<string, string>> = {
  DATABASE_READ_URL: 'reports and exports are read from the primary',
};
/** The maximum number of wrong characters in a name, and the number of characters per wrong one. */
const WRONG_LETTERS_MAX = 3;
const LETTERS_PER_WRONG = 4;

/**
 * Returns a line for each probable mistake; the server starts anyway. Shows only the names of unknown
 * variables.
 */
export function settingHints(env: Environment, config: Config): string[] {
  const is_set = (name: string) => textOf({ env }, name) !== undefined;
  const hints = misspelt(env);
  for (const [name, instead] of Object.entries(REMOVED)) {
    if (is_set(name)) hints.push(`${name} was removed and is ignored: ${instead}`);
  }
  if (config.public_url.startsWith('https:') && isLoopback(config.host) && !is_set('TRUST_PROXY')) {
    hints.push(
      'TRUST_PROXY is not set, so all clients behind the proxy of PUBLIC_URL count as one: set it to the ' +
        'address of the proxy, 127.0.0.1 if it runs on this machine',
    );
  }
  if (!is_set('PUBLIC_URL') && !isLoopback(config.host)) {
    hints.push(
      `PUBLIC_URL is not set, so links lead to ${config.public_url}, which other machines may not reach`,
    );
  }
  if (config.session_unused_days > config.session_total_days) {
    hints.push(
      `SESSION_UNUSED_DAYS (${config.session_unused_days}) has no effect: every session ends after ` +
        `SESSION_TOTAL_DAYS (${config.session_total_days})`,
    );
  }
  if (config.database_url === null && is_set('NAMED_STATEMENTS')) {
    hints.push('NAMED_STATEMENTS is for a pooler in front of DATABASE_URL, which is not set');
  }
  return hints;
}

/** Finds variables with nearly the name of a setting, which have no effect. */
function misspelt(env: Environment): string[] {
  const known = [...readSettings({}, { demo: true }).defaults.keys(), ...OTHERS, ...Object.keys(REMOVED)];
  return Object.keys(env)
    .filter((name) => !known.includes(name) && textOf({ env }, name) !== undefined)
    .flatMap((name) => {
      const meant = nearest(name, known);
      return meant === undefined ? [] : [`${name} is not a setting: did you mean ${meant}?`];
    });
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const written = lettersOf(name);
  const by_distance = known
    .map((candidate) => ({ candidate, distance: wrongLetters(written, lettersOf(candidate)) }))
    .filter(
      ({ candidate, distance }) =>
        distance <= Math.min(WRONG_LETTERS_MAX, lettersOf(candidate).length / LETTERS_PER_WRONG),
    )
    .sort((one, other) => one.distance - other.distance);
  return by_distance[0]?.candidate;
}

function lettersOf(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/**
 * Returns the number of characters to insert, delete or replace to turn one word into the other (Levenshtein
 * distance).
 */
function wrongLetters(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, its] of [...other].entries()) {
      const changed = (row[index] ?? 0) + (letter === its ? 0 : 1);
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
