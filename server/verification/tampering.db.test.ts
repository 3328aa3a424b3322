import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { attemptOrders } from '../../tests/support/attempted-orders.ts';
import { fillBook } from '../../tests/support/full-book.ts';
import { addPayments } from '../../tests/support/payment-book.ts';
import { addSecondPerson } from '../../tests/support/second-person-book.ts';
import { addTakings } from '../../tests/support/taken-book.ts';
import type { Tampering } from '../../tests/support/tamperings/tampering.ts';
import { COLUMNS, ROWS, TABLES } from '../../tests/support/tamperings.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { createTestShop } from '../../tests/support/test-shop.ts';
import { verifyCash } from './verify-cash.ts';

/**
 * Changes by a superuser: everything that contradicts another row, a stored reply or a hash is reported; the
 * undetectable changes are exactly those of docs/decisions/0092-limits-of-verification.md. `npm test` runs
 * one case for each table and each kind of difference, the long tier all.
 */

let app: TestApp;
/**
 * The tables that the test changed; all tables until this is known. Restoring unchanged tables takes longer
 * than verifying the book.
 */
let tampered: readonly string[] = [];

beforeAll(async () => {
  app = await createTestApp();
  const shop = await createTestShop(app.owner);
  await fillBook(app, shop);
  await attemptOrders(app, shop);
  await addSecondPerson(app, shop);
  await addTakings(app, shop);
  await addPayments(app, shop);
  await createTestShop(app.owner, 'Another Shop');
  expect(await verifyCash(app.owner)).toEqual([]);
  await dropGuards();
  await app.database.owner.query('create schema kept');
  for (const table of TABLES)
    await app.database.owner.query(`create table kept.${table} as table public.${table}`);
  await restoreTables(TABLES);
});
afterAll(() => app.drop());
afterEach(async () => {
  await restoreTables(tampered);
  tampered = [];
});

/** Truncates, so that rows are always in the same order: a case changes the first one. */
async function restoreTables(tables: readonly string[]): Promise<void> {
  const statements = tables.map(
    (table) => `truncate ${table}; insert into ${table} select * from kept.${table}`,
  );
  if (statements.length > 0) await runAtomically(statements.join(';'));
}

/** Drops triggers and foreign keys, as a superuser can. */
async function dropGuards(): Promise<void> {
  const { rows } = await app.database.owner.query<{ statement: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
     union all select format('alter table %I disable trigger user', name) from unnest($1::text[]) as name`,
    [TABLES],
  );
  await app.database.owner.query(rows.map(({ statement }) => statement).join(';'));
}

const runAtomically = (statements: string) => app.database.owner.query(`begin; ${statements}; commit`);

async function expectReported({ change, named }: Tampering): Promise<void> {
  tampered = TABLES;
  await runAtomically(change);
  // No other table can have changed: triggers and references are dropped.
  const named_tables = TABLES.filter((table) => new RegExp(`\\b${table}\\b`).test(change));
  const changed = await Promise.all(
    named_tables.map((table) =>
      app.database.owner.query(`table ${table} except table kept.${table}
      union all (table kept.${table} except table ${table})`),
    ),
  );
  tampered = named_tables.filter((_, at) => changed[at]?.rowCount !== 0);
  expect(tampered).not.toEqual([]);
  const found = await verifyCash(app.owner);
  const kinds = [...new Set(found.map(({ kind }) => kind))].sort();
  expect(kinds, JSON.stringify(found.map(({ text }) => text))).toEqual([...named].sort());
}

const CHANGED = TABLES.flatMap((table) =>
  Object.entries(COLUMNS[table]).flatMap(([column, tried]) =>
    tried.map((each) => ({ table, column, ...each })),
  ),
);
const WAYS = /a row deleted|a row added|two rows swapped/;
const [changed_samples, changed_others] = sampled(CHANGED, ({ table, named }) =>
  named.length > 0 ? [table, ...named] : ['nothing'],
);
const [rows_samples, rows_others] = sampled(ROWS, ({ what }) => WAYS.exec(what) ?? []);
const LONG = { tags: ['tampering'] };

/** Returns the first case of each aspect (table, kind of difference, way to change rows), and the others. */
function sampled<Each>(all: readonly Each[], aspectsOf: (each: Each) => string[]): [Each[], Each[]] {
  const seen = new Set<string>();
  const samples = all.filter((each) => {
    const is_new = aspectsOf(each).some((aspect) => !seen.has(aspect));
    for (const aspect of aspectsOf(each)) seen.add(aspect);
    return is_new;
  });
  return [samples, all.filter((each) => !samples.includes(each))];
}

describe.each(TABLES)('%s', (table) => {
  it('has every column listed in tamperings.ts', async () => {
    const { rows } = await app.database.owner.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [table],
    );
    expect(Object.keys(COLUMNS[table]).sort()).toEqual(rows.map(({ name }) => name).sort());
  });
});

it.each(changed_samples)('$table.$column changed: $change', expectReported);
it.each(rows_samples)('$what', expectReported);
it.each(changed_others)('$table.$column changed: $change', LONG, expectReported);
it.each(rows_others)('$what', LONG, expectReported);
