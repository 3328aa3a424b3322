import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SWITCHED_OFF_BY_PLAYWRIGHT } from './support/chromium.ts';

test('our list of features that Playwright disables in Chromium matches Playwright’s', async () => {
  const playwright = createRequire(import.meta.url).resolve('playwright-core/package.json');
  const program = await readFile(join(playwright, '../lib/coreBundle.js'), 'utf8');
  const [, list = ''] = /\bdisabledFeatures = \[(.*?)\]/s.exec(program) ?? [];
  const names = [...list.matchAll(/^\s+"(\w+)"/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect([...SWITCHED_OFF_BY_PLAYWRIGHT].sort()).toEqual(names.sort());
});
