import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DESK_PLACES } from '../web/desk-table.ts';
import { SCREENS } from '../web/screen-table.ts';

const WALKS = join(import.meta.dirname, 'support', 'accessible');

/** The screens that the walks of tests/e2e/accessible-screens.test.ts declare, which checks that each is visited. */
function declared(): string[] {
  const sources = readdirSync(WALKS).map((name) => readFileSync(join(WALKS, name), 'utf8'));
  return sources.flatMap((source) => {
    const lists = [...source.matchAll(/screens: \[([^\]]*)\]/g)].map(([, list = '']) => list);
    return lists.flatMap((list) => [...list.matchAll(/'([^']+)'/g)].map(([, path = '']) => path));
  });
}

it('every screen and every place of the desk is in a walk that axe checks', () => {
  const walked = new Set(declared());
  const screens = [...SCREENS, ...DESK_PLACES].map(({ path }) => path);
  expect(screens.filter((path) => !walked.has(path))).toEqual([]);
});
