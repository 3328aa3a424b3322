import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { PLANTED_BUGS } from './planted-bugs.ts';

it.each(PLANTED_BUGS)('the text to replace occurs exactly once in the product: $name', async (bug) => {
  const file = 'file' in bug ? bug.file : 'database/schema.sql';
  const source = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(source.split(bug.finds)).toHaveLength(2);
});
