import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { deliveryReply } from '../../../tests/support/delivery-command.ts';
import { deliveryOrder, driverProfile } from '../../../tests/support/delivery-order.ts';
import { openTab, signedIn, type Tab } from '../../../tests/support/device-tabs.ts';
import { readPdf } from '../../../tests/support/read-pdf.ts';
import type { Draft } from '../../offline/device-records.ts';
import { EMPTY_AS_TAKEN } from '../../offline/drafts/as-taken-draft.ts';
import { EMPTY_DRAFT } from '../../offline/drafts/drafts.ts';
import type { Outbox } from '../../offline/outbox.ts';
import { answered } from '../../offline/sending/sending-states.ts';
import { sha256Hex } from '../../offline/sha256.ts';
import { DOCUMENTS } from '../documents.ts';
import { makeCommand } from '../make-command.ts';
import { deliver } from './deliver.ts';

const profile = driverProfile();
const draft: Draft = {
  ...EMPTY_DRAFT,
  photo: new Blob([new Uint8Array([0xff, 0xd8, 0xff])], { type: 'image/jpeg' }),
  customer_name: '  Layla Haddad ',
  receipt_confirmed: true,
  payment_received: true,
};

function confirmDelivery(order: OrderWithItems, filled_in: Draft, by: Profile, outbox: Outbox) {
  const persistence = { request: async () => {} };
  const device = {
    environment: one.environment,
    persistence,
    outbox,
    documents: DOCUMENTS,
    clockOffsetMs: () => 0,
  };
  return makeCommand(deliver, { order, draft: filled_in }, { by, command_id: newId(), device });
}

let one: Tab;
let other: Tab;

beforeEach(() => {
  const name = `deliver-${newId()}`;
  const { identity } = signedIn(profile.id);
  one = openTab(name, identity);
  other = openTab(name, identity);
});

afterEach(async () => {
  await Promise.all([one.close(), other.close()]);
});

test('a confirmed delivery is a command with two hashed files under their paths', async () => {
  const order = deliveryOrder();
  const entry = await confirmDelivery(order, draft, profile, one.outbox);
  const month = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Dubai',
    year: 'numeric',
    month: '2-digit',
  });
  const folder = `1/7/${month.format(new Date())}/1001/`;
  expect(entry).toMatchObject({
    state: 'queued',
    user_id: profile.id,
    shop_id: 1,
    subject: order.id,
    endpoint: 'confirm_delivery',
    input: { order_id: order.id, customer_name: 'Layla Haddad', tender: 'cash', due_amount_fils: 14_500 },
  });
  expect(entry.files.map(({ stage, path }) => [stage, path])).toEqual([
    ['photo', `${folder}delivery-image.jpg`],
    ['note', `${folder}1001.pdf`],
  ]);
  for (const { path, sha256, type } of entry.files) {
    const blob = await one.outbox.readFile(entry.command_id, path);
    expect(blob?.type).toBe(type);
    expect(await sha256Hex((await blob?.arrayBuffer()) ?? new ArrayBuffer())).toBe(sha256);
  }
  const [image, note] = entry.files;
  expect(entry.input.delivery_image).toEqual({ path: image?.path, sha256: image?.sha256 });
  expect(entry.input.delivery_note).toEqual({ path: note?.path, sha256: note?.sha256 });
  const pdf = await one.outbox.readFile(entry.command_id, note?.path ?? '');
  expect((await pdf?.text())?.startsWith('%PDF-')).toBe(true);
});

test('a double tap and a second tab return the first entry', async () => {
  const order = deliveryOrder();
  const made = await Promise.all([
    confirmDelivery(order, draft, profile, one.outbox),
    confirmDelivery(order, draft, profile, one.outbox),
    confirmDelivery(order, draft, profile, other.outbox),
  ]);
  const later = await confirmDelivery(order, draft, profile, other.outbox);
  expect(new Set([...made, later].map(({ command_id }) => command_id)).size).toBe(1);
  expect(await one.outbox.reload()).toHaveLength(1);
});

test('an order delivered before its driver left the device is not confirmed again, with an error', async () => {
  const order = deliveryOrder();
  const { command_id } = await confirmDelivery(order, draft, profile, one.outbox);
  await one.outbox.advance(command_id, (entry) => answered(entry, deliveryReply(order.id), Date.now()));
  await one.outbox.keepDoneOf(null);
  const again = await confirmDelivery(order, draft, profile, other.outbox).catch((error: unknown) => error);
  expect(deliver.messages.notMade(again)).toMatchObject({
    title: 'Error',
    description: 'This order was already delivered from this device.',
  });
  expect(await other.outbox.reload()).toEqual([]);
});

test('an order that was already paid has no tender, a card order has the card machine', async () => {
  const paid = deliveryOrder({ payment_status: 'paid', payment_method: 'online' });
  const of_paid = await confirmDelivery(paid, { ...draft, tender: 'cash' }, profile, one.outbox);
  expect(of_paid.input).toMatchObject({ tender: null });
  const of_card = await confirmDelivery(
    deliveryOrder({ payment_method: 'card' }),
    draft,
    profile,
    one.outbox,
  );
  expect(of_card.input).toMatchObject({ tender: 'card_machine' });
});

test('an order payable by cash or card uses the selected tender, and cannot be confirmed without one', async () => {
  const order = deliveryOrder({ pays_either: true });
  await expect(confirmDelivery(order, draft, profile, one.outbox)).rejects.toThrow(RangeError);
  expect(await one.outbox.reload()).toEqual([]);
  const selected = await confirmDelivery(order, { ...draft, tender: 'card_machine' }, profile, one.outbox);
  expect(selected.input).toMatchObject({ tender: 'card_machine' });
});

test('refused goods and other payments make the other command, with the form for a correction', async () => {
  const as_taken = { ...EMPTY_AS_TAKEN, received: '100', short_reason: ' No more cash ' };
  const order = deliveryOrder();
  const made = await confirmDelivery(order, { ...draft, as_taken }, profile, one.outbox);
  expect(made).toMatchObject({
    endpoint: 'deliver_as_taken',
    subject: order.id,
    input: {
      part: null,
      taken: { cash_fils: 10_000, received_fils: 10_000, rounding_fils: 0 },
      short_reason: 'No more cash',
    },
    about_order: { form: { tender: null, as_taken } },
  });
  expect(made.input).not.toHaveProperty('tender');
  const pdf = await one.outbox.readFile(made.command_id, made.files[1]?.path ?? '');
  const { text } = await readPdf(pdf as Blob);
  expect(text).toContain('Still owed by the customer');
  expect(text).toContain('Pending (Cash)');
});

test.each([
  ['a short payment without a reason', { received: '100' }],
  ['a payment link without a reference', { link: '45' }],
  ['nothing handed over', { refused: { all: { qty: 9, because: 'damaged' as const } } }],
])('%s is not made', async (_, given) => {
  const order = deliveryOrder();
  const items = order.items.map((item) => ({ ...item, id: 'all' }));
  const as_taken = { ...EMPTY_AS_TAKEN, ...given };
  const made = confirmDelivery({ ...order, items }, { ...draft, as_taken }, profile, one.outbox);
  await expect(made).rejects.toThrow(RangeError);
  expect(await one.outbox.reload()).toEqual([]);
});

test('a delivery without a photo or a driver record is not made', async () => {
  const order = deliveryOrder();
  await expect(confirmDelivery(order, { ...draft, photo: null }, profile, one.outbox)).rejects.toThrow(
    RangeError,
  );
  await expect(confirmDelivery(order, draft, { ...profile, driver: null }, one.outbox)).rejects.toThrow(
    RangeError,
  );
  expect(await one.outbox.reload()).toEqual([]);
});

test('the hash is the same if crypto.subtle is missing (plain http)', async () => {
  const bytes = new TextEncoder().encode('abc').buffer;
  const known = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(await sha256Hex(bytes)).toBe(known);
  const { subtle } = crypto;
  Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true });
  try {
    expect(await sha256Hex(bytes)).toBe(known);
  } finally {
    Object.defineProperty(crypto, 'subtle', { value: subtle, configurable: true });
  }
});
