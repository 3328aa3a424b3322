import { expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { deliveryCommand, deliveryReply } from '../../tests/support/delivery-command.ts';
import { done, sendingDevice } from '../../tests/support/sending-device.ts';
import { problem } from '../../tests/support/server-double.ts';
import { takenCommand } from '../../tests/support/taken-command.ts';
import * as older from '../../tests/upgrades/kept/tab-d0bfc4ef.js';
import { createStoredTexts } from '../environment/stored-texts.ts';
import { openAmountsOf } from '../screens/next-order/open-amounts.ts';
import { EMPTY_AS_TAKEN } from './drafts/as-taken-draft.ts';
import { createLeftDrafts } from './drafts/drafts.ts';
import { SubjectSettled } from './outbox.ts';
import type { DeliveryEntry } from './outbox-entry.ts';

const device = sendingDevice();
const { user_id } = device;
const AS_TAKEN = '/api/deliveries/as-taken';
const FORM = {
  tender: 'cash',
  as_taken: { ...EMPTY_AS_TAKEN, received: '100', short_reason: 'No more cash' },
} as const;

const keysSent = (path: string) =>
  device.server.asked.filter((asked) => asked.path === path).map(({ key }) => key);

test('an order has one open delivery, by whichever command', async () => {
  const [one, other] = [device.tab(), device.tab()];
  const order_id = newId();
  const first = await one.outbox.enqueue(takenCommand({ user_id, order_id }));
  const later = await Promise.all([
    one.outbox.enqueue(deliveryCommand({ user_id, order_id })),
    other.outbox.enqueue(takenCommand({ user_id, order_id })),
    other.outbox.openEntry('confirm_delivery', user_id, order_id),
    other.outbox.openEntry('deliver_as_taken', user_id, order_id),
  ]);
  expect(new Set(later.map((entry) => entry?.command_id))).toEqual(new Set([first.command_id]));
  expect(await other.outbox.reload()).toHaveLength(1);
});

test('a delivered order is not delivered again by the other command, also after its user left', async () => {
  const tab = device.tab();
  const order_id = newId();
  const { command_id } = await tab.outbox.enqueue(takenCommand({ user_id, order_id }));
  await tab.outbox.settle(command_id, () => ({
    state: 'done',
    answer: deliveryReply(order_id),
    decided_at: 1,
  }));
  expect((await tab.outbox.enqueue(deliveryCommand({ user_id, order_id }))).command_id).toBe(command_id);
  await tab.outbox.keepDoneOf(null);
  await expect(tab.outbox.enqueue(deliveryCommand({ user_id, order_id }))).rejects.toThrow(SubjectSettled);
});

test('made offline, it is sent once by the next page after the browser was killed', async () => {
  const killed = device.tab();
  device.server.fault = () => 'lost';
  killed.start();
  const { command_id, subject } = await killed.outbox.enqueue(takenCommand({ user_id }));
  await killed.until(command_id, ({ attempts }) => attempts > 0);
  await killed.close();
  device.server.fault = () => undefined;
  const next = device.tab();
  next.start();
  next.sender.wake(true);
  await next.until(command_id, done);
  expect(keysSent(AS_TAKEN)).toEqual([command_id]);
  expect(device.server.recorded.size).toBe(1);
  expect(device.server.count('POST', '/functions/v1/fulfill-shopify-order')).toBe(1);
  expect(await next.drafts.draftedOrderIds(user_id)).not.toContain(subject);
});

test('killed after the server recorded it, the same command is sent again and recorded once', async () => {
  const killed = device.tab();
  device.server.fault = ({ path }) => (path === AS_TAKEN ? 'answer_lost' : undefined);
  killed.start();
  const { command_id } = await killed.outbox.enqueue(takenCommand({ user_id }));
  await killed.until(command_id, ({ state }) => state === 'unknown');
  await killed.close();
  device.server.fault = () => undefined;
  const next = device.tab();
  next.start();
  next.sender.wake(true);
  await next.until(command_id, done);
  expect(new Set(keysSent(AS_TAKEN))).toEqual(new Set([command_id]));
  expect(device.server.recorded.size).toBe(1);
});

test('a server of an earlier build does not know the command: it is kept and sent again', async () => {
  const tab = device.tab();
  device.server.fault = ({ path }) => (path === AS_TAKEN ? problem('not_found', { status: 404 }) : undefined);
  tab.start();
  const { command_id } = await tab.outbox.enqueue(takenCommand({ user_id }));
  await tab.until(command_id, ({ attempts }) => attempts > 0);
  expect((await tab.outbox.reload())[0]?.state).not.toBe('done');
});

test('a tab of an earlier build neither sends nor deletes it', async () => {
  const tab = device.tab();
  const { command_id } = await tab.outbox.enqueue(takenCommand({ user_id }));
  const old_tab = device.tab(undefined, older.openTab);
  old_tab.start();
  old_tab.sender.wake(true);
  expect(await old_tab.sender.sendOnce()).toBe(false);
  await old_tab.outbox.discard(command_id);
  await old_tab.close();
  tab.start();
  await tab.until(command_id, done);
  expect(keysSent(AS_TAKEN)).toEqual([command_id]);
});

test('the draft carries what was entered; a tab of an earlier build ignores and keeps it', async () => {
  const tab = device.tab();
  const order_id = newId();
  await tab.drafts.save(user_id, order_id, { ...FORM, customer_name: 'Layla' });
  const old_tab = device.tab(undefined, older.openTab);
  await old_tab.drafts.save(user_id, order_id, { customer_name: 'Layla Haddad' });
  await old_tab.close();
  expect(await tab.drafts.read(user_id, order_id)).toMatchObject({ ...FORM, customer_name: 'Layla Haddad' });
  await tab.drafts.save(user_id, order_id, { as_taken: null });
  expect(await tab.drafts.read(user_id, order_id)).toMatchObject({ as_taken: null });
});

test('a refused one keeps its draft at a sign-out, and restores a draft that is gone', async () => {
  const tab = device.tab();
  const [kept, lost] = [newId(), newId()];
  await tab.drafts.save(user_id, kept, FORM);
  await tab.outbox.enqueue(takenCommand({ user_id, order_id: kept }));
  const { command_id } = await tab.outbox.enqueue(takenCommand({ user_id, order_id: lost }, {}, FORM));
  await createLeftDrafts(tab.environment, createStoredTexts(tab.environment)).deleteAllOf(user_id);
  expect(await tab.drafts.read(user_id, kept)).toMatchObject(FORM);
  await tab.outbox.advance(command_id, () => ({ state: 'refused', decided_at: 2 }));
  expect(await tab.drafts.read(user_id, lost)).toMatchObject({
    ...FORM,
    customer_name: 'Layla Haddad',
    photo: { type: 'image/jpeg', size: 3 },
  });
});

test('its open amounts are known before the server has recorded it', async () => {
  const tab = device.tab();
  const of = async (changes: Parameters<typeof takenCommand>[1]) =>
    openAmountsOf((await tab.outbox.enqueue(takenCommand({ user_id }, changes))) as DeliveryEntry);
  expect(await of({})).toEqual({ owed_fils: 4_500, unmatched_fils: 0, refund_fils: 0 });
  expect(await of({ taken: { cash_fils: 14_500 } })).toBeNull();
  expect(await of({ taken: { cash_fils: 14_490, rounding_fils: 10 } })).toBeNull();
  expect(await of({ taken: { cash_fils: 15_000, link: null } })).toMatchObject({ refund_fils: 500 });
  const link = { amount_fils: 4_500, reference: 'PL-1' };
  expect(await of({ taken: { link } })).toMatchObject({ owed_fils: 0, unmatched_fils: 4_500 });
});
