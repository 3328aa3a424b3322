import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { deliveryCommand, deliveryReply } from '../../tests/support/delivery-command.ts';
import { readSession, writeSession } from '../../tests/support/kept-session.ts';
import {
  authError,
  installServerDouble,
  json,
  type ServerDouble,
} from '../../tests/support/server-double.ts';
import { storedInBrowser } from '../../tests/support/stored-in-browser.ts';
import { readStore } from '../api/read-store.ts';
import { deviceOutbox, startOffline } from '../commands/this-device.ts';
import { sessionStore, signOut, startSession } from '../session/device-session.ts';
import { deviceDrafts } from './drafts/device-drafts.ts';
import type { OutboxEntry } from './outbox-entry.ts';

const PASSWORD = 'POST /auth/v1/token?grant_type=password';
const REFRESH = 'POST /auth/v1/token?grant_type=refresh_token';

startOffline();
// Imported after the session exists, as in the app: reads belong to a user.
const { queryClient } = await import('../api/query-client.ts');

let server: ServerDouble;
let stop: () => void;
let user: { id: string; email: string };
/** Unique, since other tests leave data in the same browser. */
let customer: string;

beforeEach(async () => {
  user = { id: newId(), email: 'driver@demo.mandoob.example' };
  customer = `Layla ${newId()}`;
  server = installServerDouble();
  server.record = (request) =>
    deliveryReply((request.body as { order_id: string }).order_id, { delivered_at: `after ${customer}` });
  server.answers.set('POST /functions/v1/fulfill-shopify-order', () =>
    json({ success: true, status: 'done' }),
  );
  server.answers.set('POST /auth/v1/logout?scope=global', () => json({}));
  server.answers.set(PASSWORD, () => json(tokens()));
  stop = startSession();
  await sessionStore.signIn(user.email, 'mandoob-demo');
});

afterEach(() => {
  stop();
  writeSession(null);
  server.restore();
});

function tokens() {
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  return {
    access_token: newId(),
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
    user,
  };
}

function command() {
  const made = deliveryCommand({ user_id: user.id });
  return { ...made, input: { ...made.input, customer_name: customer } };
}

async function deliver(): Promise<void> {
  const { command_id } = await deviceOutbox.enqueue(command());
  await settled(command_id);
}

async function settled(command_id: string): Promise<void> {
  await vi.waitFor(async () => {
    const entry = (await deviceOutbox.reload()).find((one) => one.command_id === command_id);
    expect(entry).toMatchObject({ state: 'done' });
    expect(entry?.fulfilment).not.toBe('pending');
  });
}

/** Stores an order in the query cache and in the database, as the screens do. */
async function readAnOrder(): Promise<void> {
  const answer = { customer, delivery_address: `Street of ${customer}` };
  queryClient.setQueryData(['read', user.id, 'read_next_order', null], { answer });
  await readStore().write(user.id, 'read_next_order', { answer, as_of: Date.now() });
}

const draft = (order_id: string) => deviceDrafts.read(user.id, order_id);

/** Filters out entries that other tests left in the same browser. */
const own = (entries: readonly OutboxEntry[]) => entries.filter(({ user_id }) => user_id === user.id);

/** Makes the server reject the session, as if it had expired or been ended elsewhere. */
async function endOnServer(): Promise<void> {
  server.answers.set(REFRESH, () => authError(400, 'Invalid Refresh Token'));
  await sessionStore.renew(sessionStore.session()?.access_token ?? '');
}

test('signing out deletes everything that was read, sent, received or entered', async () => {
  await deliver();
  await readAnOrder();
  await deviceDrafts.save(user.id, newId(), { customer_name: customer });
  expect(await storedInBrowser()).toContain(customer);
  await signOut();
  expect(await storedInBrowser()).not.toContain(customer);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(JSON.stringify(deviceOutbox.entries())).not.toContain(customer);
});

test('a response that arrives after signing out is not stored', async () => {
  let respond = () => {};
  const late = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const read = queryClient
    .fetchQuery({
      queryKey: ['read', user.id, 'read_next_order', null],
      queryFn: async () => {
        await late;
        await readStore().write(user.id, 'read_next_order', { answer: { customer }, as_of: Date.now() });
        return { answer: { customer } };
      },
    })
    .catch(() => {});
  await signOut();
  respond();
  await read;
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(await storedInBrowser()).not.toContain(customer);
});

test('a session ended by the server deletes reads and recorded commands; the rest waits for its user', async () => {
  await deliver();
  await readAnOrder();
  const drafted = newId();
  await deviceDrafts.save(user.id, drafted, { customer_name: 'Omar' });
  server.fault = ({ path }) => (path.startsWith('/storage') ? 'lost' : undefined);
  const unsent = await deviceOutbox.enqueue(deliveryCommand({ user_id: user.id }));
  await endOnServer();
  expect(readSession()).toBeNull();
  await vi.waitFor(async () => expect(await storedInBrowser()).not.toContain(customer));
  // Its upload ended with the lost network, or with the end of the session.
  const state = expect.stringMatching(/^(queued|sign_in)$/);
  await vi.waitFor(() =>
    expect(own(deviceOutbox.entries())).toMatchObject([{ command_id: unsent.command_id, state }]),
  );
  expect(await draft(drafted)).toMatchObject({ customer_name: 'Omar' });

  server.fault = () => undefined;
  const { length } = server.asked;
  await sessionStore.signIn(user.email, 'mandoob-demo');
  await settled(unsent.command_id);
  expect(server.asked.slice(length).some(({ key }) => key === unsent.command_id)).toBe(true);
  expect(await draft(drafted)).toMatchObject({ customer_name: 'Omar' });
});

test('losing the network deletes nothing', async () => {
  await deliver();
  await readAnOrder();
  server.fault = () => 'lost';
  window.dispatchEvent(new Event('offline'));
  await expect(sessionStore.renew(sessionStore.session()?.access_token ?? '')).rejects.toThrow();
  window.dispatchEvent(new Event('online'));
  expect(sessionStore.user_id()).toBe(user.id);
  await expect(readStore().read(user.id, 'read_next_order')).resolves.toMatchObject({ answer: { customer } });
  expect(own(await deviceOutbox.reload())).toMatchObject([
    { state: 'done', input: { customer_name: customer } },
  ]);
});
