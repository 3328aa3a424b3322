import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { AUDITED, auditedAs } from '../contract/operations/audited.ts';
import { ENDPOINT_SCHEMAS, type EndpointSchemas } from '../contract/operations/endpoint-schemas.ts';
import { PERSONAL_FIELDS } from '../server/audit/audit-event.ts';
import { COMMAND_NAMES, type CommandName } from '../server/verification/reply-schemas.ts';
import { AFTER_ERASURE, CLASSES, COLUMN_CLASSES } from './support/column-classes.ts';
import { createTestDatabase, type TestDatabase } from './support/test-database.ts';

/**
 * Every column has a class, so that everything about a customer is erased
 * (docs/decisions/0059-erasure-of-customers.md).
 */

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Texts by staff about cash, staff, card machines and the shop are kept (decision 59). */
const KINDS_THAT_STAY = ['cash', 'people', 'sign_ins', 'devices', 'shop'];
const SUBJECTS_OF_CUSTOMERS = ['order', 'order_number'];
/** Requests about cash whose reason or note may name the customer of an order. */
const ABOUT_ORDERS: readonly CommandName[] = ['request_expense', 'request_waiver'];
const mayConcernCustomers = (name: CommandName) =>
  ABOUT_ORDERS.includes(name) ||
  auditedAs(name)
    .map((what) => AUDITED[what])
    .some(
      ({ kind, subject }) => !KINDS_THAT_STAY.includes(kind) || SUBJECTS_OF_CUSTOMERS.includes(subject ?? ''),
    );

const classed = (wanted: readonly string[]) =>
  Object.entries(COLUMN_CLASSES).flatMap(([table, classes]) =>
    Object.entries(classes).flatMap(([name, columns]) =>
      wanted.includes(name) ? columns.split(' ').map((column) => `${table}.${column}`) : [],
    ),
  );

it('every column of every table has exactly one class', async () => {
  const { rows } = await database.owner.query<{ name: string }>(`
    select regexp_replace(a.attrelid::regclass::text, '^public\\.', '') || '.' || attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace in ('public'::regnamespace, 'migrations'::regnamespace) and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped`);
  const names = rows
    .map(({ name }) => name)
    .filter((name) => !/^migrations\.(applied|restore|schema)/.test(name));
  expect(classed(CLASSES).sort()).toEqual(names.sort());
});

it('every column about a customer has a rule for its erased value', () => {
  expect(Object.keys(AFTER_ERASURE).sort()).toEqual(classed(['customer']).sort());
});

it('erases the fingerprint of every command that may concern a customer', async () => {
  const { rows } = await database.owner.query<{ name: string }>(
    'select unnest(endpoints_of_orders()) as name',
  );
  expect(COMMAND_NAMES.filter(mayConcernCustomers).sort()).toEqual(rows.map(({ name }) => name).sort());
});

it('the stored reply of no command has a customer’s value', () => {
  expect(COMMAND_NAMES.length).toBeGreaterThan(20);
  // In replies, these fields belong to staff.
  const others = ['email', 'full_name'];
  const found = COMMAND_NAMES.flatMap((name) => {
    const { response }: EndpointSchemas = ENDPOINT_SCHEMAS[name];
    const text = JSON.stringify(z.toJSONSchema(response, { unrepresentable: 'any', io: 'output' }));
    return [...PERSONAL_FIELDS, 'area', 'latitude']
      .filter((field) => !others.includes(field) && text.includes(`"${field}":`))
      .map((field) => `${name}: ${field}`);
  });
  expect(found).toEqual([]);
});
