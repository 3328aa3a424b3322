import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSettings } from '../server/platform/settings/config.ts';

/** The README's table of settings names what the server reads, no more and no less, and what each is where nobody sets it. */

/** In the README's words, where the default is no number or word of its own. */
const IN_WORDS: Record<string, string> = {
  DATA_DIR: '`data` in this directory',
  DATABASE_REQUEST_URL: 'as `DATABASE_URL`',
  FILES_URL: '`file://$DATA_DIR/files`',
  PUBLIC_URL: 'from `HOST`, `PORT`',
  AUTH_SECRET: 'generated, kept in `DATA_DIR`',
  DEMO_PASSWORD: '`mandoob-demo`',
};

function inWords(name: string, value: unknown): string {
  if (IN_WORDS[name] !== undefined) return IN_WORDS[name];
  if (value === null) return 'unset';
  if (value === false) return 'no';
  return Array.isArray(value) && value.length === 0 ? 'none' : String(value);
}

/** Each setting of the table with its default; a row may name several, with one default or with one each. */
function settingsTable(): Record<string, string | undefined> {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, section = ''] = readme.split('### Settings\n');
  const rows = section.matchAll(/^\| (`[A-Z].*?) \| (.*?) \|/gm);
  return Object.fromEntries(
    [...rows].flatMap(([, names = '', defaults = '']) => {
      const several = names.split(', ').map((name) => name.replaceAll('`', ''));
      const each = several.length === 1 ? [defaults] : defaults.split(', ');
      return several.map((name, index) => [name, each.length === 1 ? defaults : each[index]]);
    }),
  );
}

it('is what the server reads', () => {
  const { defaults } = readSettings({}, { demo: true });
  const read = Object.fromEntries([...defaults].map(([name, value]) => [name, inWords(name, value)]));
  expect(settingsTable()).toEqual(read);
});
