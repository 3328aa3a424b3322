import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import type { Bucket } from '../../contract/rules/storage-paths.ts';
import { sql } from '../../server/platform/database/sql.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { cashOnHand, issue } from '../support/test-handover.ts';
import { addOrder, createTestShop, type TestShop, type TestStaff } from '../support/test-shop.ts';

/**
 * Sends this server the commands that the build of d3609fa left unsent on a device, as that build would: the
 * bytes, inputs and keys come from the kept store that it wrote. A server must accept them for 90 days
 * (decision 20).
 */
const DAY_MS = 24 * 3_600_000;
const FILE = new URL('./kept/device-d3609fa.json', import.meta.url);

type Kept = {
  kept_at: number;
  driver: string;
  manager: string;
  stores: { entries: { records: { value: Entry }[] }; entry_files: { records: { value: EntryFile }[] } };
};
type Entry = {
  command_id: string;
  user_id: string;
  endpoint: keyof typeof PATHS;
  state: string;
  input: Record<string, unknown>;
  files: { bucket: Bucket; path: string; sha256: string }[];
};
type EntryFile = { command_id: string; path: string; bytes: { base64: string } };

/** The paths to which that build sends its commands, and the roles of their users. */
const PATHS = {
  confirm_delivery: { path: '/api/deliveries', role: 'Driver' },
  start_handover: { path: '/api/handovers/start', role: 'Admin' },
  end_handover: { path: '/api/handovers/end', role: 'Admin' },
  collect_cash: { path: '/api/collections', role: 'Manager' },
  record_deposit: { path: '/api/deposits', role: 'Manager' },
} as const;
const DRIVER_ID = 7;
const OTHER_DRIVER_ID = 8;
const HELD_FILS = 14_500;

let app: TestApp;
let kept: Kept;
let entries: Entry[];
let shop: TestShop;
/** Users by their ids on the device. */
const people = new Map<string, TestStaff>();

/** Adds a user of the device under their own id. */
async function addAs(user_id: string, full_name: string, driver_id?: number): Promise<TestStaff> {
  const { shop_id } = shop;
  const session_id = newId();
  const user = { id: user_id, email: `${user_id}@example.com`, password_hash: 'nobody signs in with this' };
  await app.owner.insertInto('users').values(user).execute();
  await app.owner.insertInto('profiles').values({ id: user_id, full_name, role: null, shop_id }).execute();
  await app.owner.insertInto('sessions').values({ id: session_id, user_id }).execute();
  if (driver_id !== undefined) {
    await sql`insert into drivers (id, shop_id, user_id, full_name) overriding system value
      values (${driver_id}, ${shop_id}, ${user_id}, ${full_name})`.execute(app.owner);
  }
  const person = { user_id, session_id, driver_id: driver_id ?? null, full_name };
  people.set(user_id, person);
  return person;
}

beforeAll(async () => {
  kept = JSON.parse(await readFile(FILE, 'utf8')) as Kept;
  const all = kept.stores.entries.records.map(({ value }) => value);
  entries = all.filter(({ state }) => state !== 'done');
  app = await createTestApp();
  shop = await createTestShop(app.owner, 'Al Noor');
  const driver = await addAs(kept.driver, 'Omar Aziz', DRIVER_ID);
  const other = await addAs('01a201c5-0000-7000-8000-000000000008', 'Omar Aziz', OTHER_DRIVER_ID);
  await addAs(kept.manager, 'Mona Saleh');
  for (const { endpoint, input } of entries) {
    if (endpoint === 'collect_cash') {
      const staff = await addAs(String(input.staff_user_id), 'Dina Farouk');
      await issue(app, shop, staff, Number(input.amount_fils));
    }
    if (endpoint === 'confirm_delivery') {
      const { path } = input.delivery_image as { path: string };
      const [, , , order_number = ''] = path.split('/');
      const order = { id: String(input.order_id), order_number, minutes_ago: 24 * 60 };
      await addOrder(app.owner, shop, driver, order);
    }
  }
  await issue(app, shop, other, HELD_FILS);
  app.clock.now = new Date(kept.kept_at + 90 * DAY_MS);
});
afterAll(() => app.drop());

/** Sends a command with the role that its author had at that time. */
async function send({ command_id, user_id, endpoint, input, files }: Entry): Promise<Response> {
  const { path, role } = PATHS[endpoint];
  await app.owner.updateTable('profiles').set({ role }).where('id', '=', user_id).execute();
  const as = people.get(user_id)?.session_id ?? '';
  for (const file of files) {
    const record = kept.stores.entry_files.records.find(
      ({ value }) => value.command_id === command_id && value.path === file.path,
    );
    const bytes = new Uint8Array(Buffer.from(record?.value.bytes.base64 ?? '', 'base64'));
    const put = await app.send('PUT', `/storage/v1/object/${file.bucket}/${encodeURI(file.path)}`, {
      as,
      bytes,
      headers: { 'content-sha256': file.sha256 },
    });
    expect(put.status, await put.clone().text()).toBe(200);
  }
  return await app.send('POST', path, { as, body: input, headers: { 'idempotency-key': command_id } });
}

test('the kept device contains all five commands', () => {
  expect(new Set(entries.map(({ endpoint }) => endpoint))).toEqual(new Set(Object.keys(PATHS)));
});

test('every unsent command of an older build is accepted 90 days later, with a reply in the shape it reads', async () => {
  const READ = {
    confirm_delivery: { outcome: 'delivered', conflict: null, cash: { success: true, error: null } },
    start_handover: { amount_fils: expect.any(Number), handover_reference: expect.any(String) },
    end_handover: { amount_fils: HELD_FILS, handover_reference: expect.any(String) },
    collect_cash: { amount_fils: expect.any(Number), full_name: 'Dina Farouk' },
    record_deposit: { reference: expect.any(String), cash: { success: true, error: null } },
  };
  for (const entry of entries) {
    const response = await send(entry);
    const text = await response.text();
    expect(response.status, `${entry.endpoint}: ${text}`).toBe(200);
    expect(JSON.parse(text)).toMatchObject(READ[entry.endpoint]);
  }
  const taken_fils = entries
    .filter(({ endpoint }) => endpoint === 'confirm_delivery')
    .reduce((sum, { input }) => sum + Number(input.due_amount_fils), 0);
  const start = entries.find(({ endpoint }) => endpoint === 'start_handover');
  expect(await cashOnHand(app, { user_id: kept.driver })).toBe(taken_fils + Number(start?.input.amount_fils));
});
