import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { PLANTED_BUGS } from './planted-bugs.ts';

it.each(PLANTED_BUGS)('finds the one place in the product where this goes wrong: $name', async (bug) => {
  const file = 'file' in bug ? bug.file : 'database/schema.sql';
  const source = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(source.split(bug.finds)).toHaveLength(2);
});
