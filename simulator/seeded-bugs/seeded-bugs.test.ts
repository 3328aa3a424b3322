import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { SEEDED_BUGS } from './seeded-bugs.ts';

it.each(SEEDED_BUGS)('the text to replace occurs exactly once in the product: $name', async (bug) => {
  const file = 'file' in bug ? bug.file : 'database/schema.sql';
  const source = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(source.split(bug.finds)).toHaveLength(2);
});
