import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { deliveryReply } from '../../tests/support/delivery-command.ts';
import { sessionTab } from '../../tests/support/kept-session.ts';
import { installServerDouble, json, type ServerDouble } from '../../tests/support/server-double.ts';
import device from '../../tests/upgrades/kept/device-d3609fa.json';
import { createApiClient } from '../api/client.ts';
import { createExchange } from '../api/request.ts';
import { createServerClock } from '../api/server-clock.ts';
import { createBrowserEnvironment } from '../environment/browser-environment.ts';
import { withReachability } from '../environment/reachability/reachability.ts';
import { readProfile } from '../session/stored-session.ts';
import { createDrafts } from './drafts/drafts.ts';
import { createOutbox } from './outbox.ts';
import { createSender } from './sending/sender.ts';
import { pressedAgain } from './sending/sending-states.ts';
import { createStoredReads } from './stored-reads.ts';

/**
 * Device data written by build d3609fa itself: its outbox, sender, drafts, reads and session ran against a
 * server that failed in every way, and both of its stores were dumped. Must never be updated.
 */
const { commands, driver, manager, kept_at, drafted_order, local_storage } = device;
const PASSWORD = 'POST /auth/v1/token?grant_type=password';
let name: string;
let server: ServerDouble;
let stops: (() => void)[];

beforeEach(async () => {
  name = `kept-device-${newId()}`;
  stops = [];
  localStorage.clear();
  await putBack();
  server = installServerDouble();
  server.record = ({ body }) => deliveryReply((body as { order_id?: string }).order_id ?? newId());
  server.answers.set('POST /functions/v1/fulfill-shopify-order', () => json({ success: true }));
});

afterEach(() => {
  for (const stop of stops) stop();
  server.restore();
  localStorage.clear();
});

/** Recreates that database under this test's name, from the schema in the dump. */
async function putBack(): Promise<void> {
  for (const [key, text] of Object.entries(local_storage)) localStorage.setItem(key, text);
  const opening = indexedDB.open(name, device.version);
  opening.onupgradeneeded = () => {
    for (const [store, { key_path, indexes }] of Object.entries(device.stores)) {
      const made = opening.result.createObjectStore(store, key_path === null ? {} : { keyPath: key_path });
      for (const index of indexes) made.createIndex(index.name, index.key_path, { unique: index.unique });
    }
  };
  await ended(opening, 'success');
  const tx = opening.result.transaction(Object.keys(device.stores), 'readwrite');
  for (const [store, { records }] of Object.entries(device.stores)) {
    for (const record of records) {
      const key = 'key' in record ? record.key : undefined;
      tx.objectStore(store).put(JSON.parse(JSON.stringify(record.value), bytes), key);
    }
  }
  await ended(tx, 'complete');
  opening.result.close();
}

function bytes(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('base64' in value)) return value;
  return Uint8Array.from(atob(String(value.base64)), (char) => char.charCodeAt(0)).buffer;
}

function ended(target: EventTarget, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    target.addEventListener(event, () => resolve());
    target.addEventListener('error', reject);
  });
}

/** Opens this build on that device, a minute later. */
async function openPage() {
  const opened_at = Date.now();
  const now = () => kept_at + 60_000 + Date.now() - opened_at;
  const environment = withReachability({ ...createBrowserEnvironment(name), now, tab: newId() }, {});
  const { kept, store: session } = sessionTab(environment);
  await session.open();
  const outbox = createOutbox(environment);
  const api = createApiClient(
    createExchange(environment, createServerClock(kept, environment)),
    () => session,
  );
  const sender = createSender(environment, { outbox, api, identity: session });
  stops.push(outbox.close);
  const entry = async (command_id: string) =>
    (await outbox.reload()).find((one) => one.command_id === command_id);
  return { environment, kept, session, outbox, entry, start: () => stops.push(sender.start()) };
}

const command = (command_id: string) =>
  device.stores.entries.records.map(({ value }) => value).find((one) => one.command_id === command_id);
const commandsSent = () => server.asked.filter(({ key }) => key !== null);

test('the session, the profile, drafts with their photos and stored reads are taken over', async () => {
  const { environment, kept, session } = await openPage();
  expect(session.session()).toEqual(JSON.parse(local_storage['mandoob.session']));
  expect(readProfile(kept, driver)).toMatchObject({ full_name: 'Omar Aziz', role: 'Driver' });
  const drafts = createDrafts(environment);
  const draft = await drafts.read(driver, drafted_order);
  expect(draft).toMatchObject({ customer_name: 'Salma Nasser', receipt_confirmed: true, tender: 'cash' });
  expect(draft.photo?.type).toBe('image/jpeg');
  expect(draft.photo?.size).toBeGreaterThan(100);
  const read = await createStoredReads(environment, session).read(driver, '["read_profile",null]');
  expect(read?.answer).toMatchObject({ id: driver });
});

test('unrecorded deliveries are sent once each and unchanged; recorded ones are not sent again', async () => {
  const { outbox, entry, start } = await openPage();
  start();
  const open = [commands.unknown, commands.failed, commands.waiting];
  await expect
    .poll(async () => Promise.all(open.map(async (id) => (await entry(id))?.state)))
    .toEqual(['done', 'done', 'done']);
  expect(
    commandsSent()
      .map(({ key }) => key)
      .sort(),
  ).toEqual(open.toSorted());
  for (const { key, body, token } of commandsSent()) {
    expect(body).toEqual(command(key ?? '')?.input);
    expect(token).toBe(`Bearer token-${driver}`);
  }
  // Only files that had not been uploaded are uploaded.
  expect(server.files.size).toBe(4);
  expect(await entry(commands.refused)).toMatchObject({ state: 'refused', problem: { code: 'no_access' } });
  const photo = command(commands.refused)?.files[0]?.path ?? '';
  expect((await outbox.readFile(commands.refused, photo))?.size).toBeGreaterThan(100);
  const done = command(commands.done);
  const again = await outbox.openEntry('confirm_delivery', driver, done?.subject ?? '');
  expect(again?.command_id).toBe(commands.done);
});

test('pending commands of the manager wait until she signs in, and are then sent unchanged', async () => {
  const { environment, session, outbox, entry, start } = await openPage();
  server.answers.set(PASSWORD, () =>
    json({
      access_token: `token-${manager}`,
      refresh_token: 'refresh',
      token_type: 'bearer',
      expires_in: 3_600,
      user: { id: manager, email: 'manager@demo.mandoob.example' },
    }),
  );
  await session.signIn('manager@demo.mandoob.example', 'mandoob-demo');
  start();
  await expect.poll(async () => (await entry(commands.end))?.state).toBe('done');
  // Signed commands: one was held, one was being sent when its tab ended; both wait for a press.
  await expect.poll(async () => (await entry(commands.collection))?.state).toBe('held');
  expect((await entry(commands.held))?.state).toBe('held');
  expect((await entry(commands.deposit))?.problem?.code).toBe('reference_taken');
  expect(commandsSent().map(({ key }) => key)).toEqual([commands.end]);
  for (const id of [commands.held, commands.collection]) {
    await outbox.advance(id, (one) => pressedAgain(one, environment.tab));
    await expect.poll(async () => (await entry(id))?.state).toBe('done');
  }
  expect(commandsSent().map(({ key }) => key)).toEqual([commands.end, commands.held, commands.collection]);
  for (const { key, body } of commandsSent()) expect(body).toEqual(command(key ?? '')?.input);
});
