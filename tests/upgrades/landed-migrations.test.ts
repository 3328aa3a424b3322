import { expect, test } from 'vitest';
import { readMigrations } from '../../server/platform/database/migrations/migration-records.ts';
import { landedMigrations } from './landed-migrations.ts';

const landed = landedMigrations();
const files = new Map((await readMigrations()).map(({ name, sha256 }) => [name, sha256]));

test.each(landed)('$name is unchanged since it landed', ({ name, sha256 }) => {
  expect(files.get(name), `${name} has landed: restore it, and put the change into a new migration`).toBe(
    sha256,
  );
});

test('the list of landed migrations has each migration once', () => {
  const names = landed.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const missing = [...files.keys()].filter((name) => !names.includes(name));
  expect(missing, 'add them to the list: npm run record-migrations').toEqual([]);
});
