import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSettings } from '../server/platform/settings/config.ts';

/** The README's table of settings lists exactly the settings that the server reads, with their defaults. */

/** Defaults in the README's own text, if they are not a plain number or word. */
const README_DEFAULTS: Record<string, string> = {
  DATA_DIR: '`data` in this directory',
  DATABASE_REQUEST_URL: 'as `DATABASE_URL`',
  FILES_URL: '`file://$DATA_DIR/files`',
  PUBLIC_URL: 'from `HOST`, `PORT`',
  AUTH_SECRET: 'generated, kept in `DATA_DIR`',
  DEMO_PASSWORD: '`mandoob-demo`',
};

function defaultText(name: string, value: unknown): string {
  if (README_DEFAULTS[name] !== undefined) return README_DEFAULTS[name];
  if (value === null) return 'unset';
  if (value === false) return 'no';
  return Array.isArray(value) && value.length === 0 ? 'none' : String(value);
}

/**
 * Returns each setting of the table with its default; a row may name several, with a shared default or one
 * each.
 */
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

it('the table lists the settings that the server reads, with their defaults', () => {
  const { defaults } = readSettings({}, { demo: true });
  const read = Object.fromEntries([...defaults].map(([name, value]) => [name, defaultText(name, value)]));
  expect(settingsTable()).toEqual(read);
});
