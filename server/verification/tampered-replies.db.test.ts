import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { fieldsOf } from '../../tests/support/reply-fields.ts';
import { doEveryCommand } from '../../tests/support/stored-replies.ts';
import {
  type Command,
  type FalseValue,
  falseValuesOf,
  isOperatorCommand,
  replySchemasOf,
} from '../../tests/support/tampered-replies.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { createTestShop } from '../../tests/support/test-shop.ts';
import { COMMAND_NAMES, exact, OPERATOR_COMMANDS } from './reply-schemas.ts';
import { verifyCash } from './verify-cash.ts';

/** Changes every field of the stored replies, as a superuser could. `npm test` runs a sample of the cases. */

const COMMANDS: readonly Command[] = [...COMMAND_NAMES, ...OPERATOR_COMMANDS];

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  await doEveryCommand(app, await createTestShop(app.owner));
  await app.database.owner.query(`create schema kept; create table kept.commands as table commands;
    create table kept.operator_commands as table operator_commands`);
});
afterAll(() => app.drop());
afterEach(() =>
  app.database.owner.query(`begin; truncate commands; insert into commands table kept.commands; commit;
    update operator_commands c set body = k.body from kept.operator_commands k where k.command_id = c.command_id`),
);

// biome-ignore lint/suspicious/noExplicitAny: replies of all commands
type Holder = any;
type Row = { table: string; command_id: string; body: string };

async function rowsOf(command: Command): Promise<Row[]> {
  const [table, column] = isOperatorCommand(command)
    ? ['operator_commands', 'command']
    : ['commands', 'endpoint'];
  const { rows } = await app.database.owner.query<Row>(
    `select '${table}' as table, command_id, body from kept.${table} where ${column} = $1 order by recorded_at`,
    [command],
  );
  return rows;
}

const store = ({ table, command_id }: Row, body: string) =>
  app.database.owner.query(`update ${table} set body = $2 where command_id = $1`, [command_id, body]);

/** Returns every object of a reply that has this field, by its path without indexes. */
function holdersOf(reply: Holder, path: readonly string[]): Holder[] {
  if (Array.isArray(reply)) return reply.flatMap((one) => holdersOf(one, path));
  if (reply === null || typeof reply !== 'object') return [];
  const [key = '', ...rest] = path;
  if (rest.length === 0) return key in reply ? [reply] : [];
  return holdersOf(reply[key], rest);
}

/** Changes the field of the first object that the case selects. Throws if it selects none. */
async function tamper(
  command: Command,
  path: string,
  { of }: Pick<FalseValue, 'of'>,
  change: (holder: Holder, key: string) => void,
): Promise<void> {
  const keys = path.split('.');
  for (const row of await rowsOf(command)) {
    const reply = JSON.parse(row.body);
    const holder = holdersOf(reply, keys).find((one) => of(one, reply));
    if (holder === undefined) continue;
    change(holder, keys.at(-1) ?? '');
    const body = JSON.stringify(reply);
    if (body === row.body) continue;
    await store(row, body);
    return;
  }
  throw new Error(`no stored reply of ${command} has a suitable field ${path}`);
}

const found = async () => {
  const differences = await verifyCash(app.owner);
  return {
    kinds: [...new Set(differences.map(({ kind }) => kind))].sort(),
    texts: JSON.stringify(differences.map(({ text }) => text)),
  };
};

const CHANGED = COMMANDS.flatMap((command) =>
  falseValuesOf(command).flatMap(([path, lies]) =>
    lies.map((lie, nth) => ({ name: `${command}: ${path} (${nth + 1})`, command, path, lie })),
  ),
);
const SAMPLES = [
  'confirm_delivery: cash.success (1)',
  'confirm_delivery: cash (1)',
  'confirm_delivery: cash (2)',
  'confirm_delivery: order.payment_status (2)',
  'record_float: admin_name (1)',
  'cash issue: full_name (1)',
  'assign_orders: results.version (1)',
  'assign_orders: results.news.kind (1)',
  'add_card_machine: number (1)',
  'change_staff: staff_id (1)',
  'import_orders: same (1)',
];
const isSample = ({ name }: { name: string }) => SAMPLES.includes(name);
const LONG = { tags: ['tampering'] };

async function expectReported({ command, path, lie }: (typeof CHANGED)[number]): Promise<void> {
  await tamper(command, path, lie, (holder, key) => {
    holder[key] = lie.instead(holder[key], holder);
  });
  const { kinds, texts } = await found();
  expect(kinds, texts).toEqual(lie.named);
}

it('reports no difference for unchanged replies', async () => {
  expect(await verifyCash(app.owner)).toEqual([]);
});

it('rejects a reply with a missing or an unknown field', async () => {
  const wrong: string[] = [];
  for (const command of COMMANDS) {
    const schemas = replySchemasOf(command).map((schema) => exact(schema));
    for (const { body } of await rowsOf(command)) {
      const accepts = (path: string[], change: (holder: Holder, key: string) => void) => {
        const reply = JSON.parse(body);
        for (const holder of holdersOf(reply, path)) change(holder, path.at(-1) ?? '');
        return JSON.stringify(reply) !== body && schemas.some((schema) => schema.safeParse(reply).success);
      };
      for (const { path, may_lack } of replySchemasOf(command).flatMap((schema) => fieldsOf(schema))) {
        const keys = path.split('.');
        if (!may_lack && accepts(keys, (holder, key) => delete holder[key]))
          wrong.push(`${command} without ${path}`);
        const adds = accepts(keys, (holder) => Object.assign(holder, { more: 1 }));
        if (adds) wrong.push(`${command} with one more next to ${path}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

const SOME = "where endpoint = 'add_card_machine'";
it.each([
  ['a deleted command', `delete from commands ${SOME}`, ['missing_answer']],
  [
    'a desk command with the name of another one',
    `update commands set endpoint = 'retire_card_machine' ${SOME}`,
    ['missing_answer'],
  ],
  [
    'a command with an unknown name',
    `update commands set endpoint = 'another' ${SOME}`,
    ['missing_answer', 'unexplained_answer'],
  ],
  ['a missing reply', `update commands set body = null ${SOME}`, ['wrong_answer']],
  ['another status', `update commands set status = 409 ${SOME}`, ['wrong_answer']],
  ['a missing status', `update commands set status = null ${SOME}`, ['wrong_answer']],
  ['a reply that is not JSON', `update commands set body = '{"number' ${SOME}`, ['wrong_answer']],
  ['a reply that is not an object', `update commands set body = '[]' ${SOME}`, ['wrong_answer']],
  [
    'a repeated key',
    `update commands set body = '{"number":"X",' || substr(body, 2) ${SOME}`,
    ['wrong_answer'],
  ],
  ['a line break', `update commands set body = E'{\n' || substr(body, 2) ${SOME}`, ['wrong_answer']],
  [
    'two lines that each look like a reply',
    `update commands set body = '{"number":"M-17"}' || chr(10) || '200 add_card_machine' || chr(9) || '{"number":"M-17"}' ${SOME}`,
    ['wrong_answer'],
  ],
  [
    'an unknown key that PostgreSQL cannot store',
    `update commands set body = '{"\\u0000":1,' || substr(body, 2) ${SOME}`,
    ['wrong_answer'],
  ],
  [
    'an unknown key with an unpaired surrogate',
    `update commands set body = '{"\\ud83d":1,' || substr(body, 2) ${SOME}`,
    ['wrong_answer'],
  ],
  [
    'an unknown key that is truncated within a surrogate pair',
    `update commands set body = '{"' || repeat('a', 39) || '😀😀":1,' || substr(body, 2) ${SOME}`,
    ['wrong_answer'],
  ],
  [
    'a value that jsonb does not accept',
    `update commands set body = '{"number":"M-17\\u0000"}' ${SOME}`,
    ['wrong_answer'],
  ],
  [
    'a reply about many orders that jsonb does not accept',
    `update commands set body = replace(body, '"order_number":"', '"order_number":"\\u0000') where endpoint = 'assign_orders'`,
    ['wrong_answer'],
  ],
  [
    'another time',
    `update commands set recorded_at = recorded_at + interval '1 second' ${SOME}`,
    ['missing_answer', 'wrong_answer'],
  ],
])('reports %s', async (_what, change, named) => {
  await app.database.owner.query(change);
  const { kinds, texts } = await found();
  expect(kinds, texts).toEqual(named);
});

it('every sample names an existing case', () => {
  expect(CHANGED.filter(isSample)).toHaveLength(SAMPLES.length);
});

it.each(CHANGED.filter(isSample))('$name', expectReported);
it.each(CHANGED.filter((one) => !isSample(one)))('$name', LONG, expectReported);
