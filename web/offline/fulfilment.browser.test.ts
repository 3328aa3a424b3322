import { expect, test } from 'vitest';
import { deliveryCommand, deliveryReply } from '../../tests/support/delivery-command.ts';
import { done, FULFIL, sendingDevice } from '../../tests/support/sending-device.ts';
import { json, problem } from '../../tests/support/server-double.ts';

const device = sendingDevice();
const { user_id } = device;

test.each([
  [
    'a warning is kept unchanged',
    () => json({ success: true, status: 'done', warning: 'Out of stock' }),
    { result: 'ok', warning: 'Out of stock' },
  ],
  ['a failure response', () => problem('unexpected'), { result: 'failed' }],
  ['a refusal', () => problem('order_not_completed'), { result: 'failed' }],
  ['no success', () => json({ success: false, status: 'failed' }), { result: 'failed' }],
  ["a gateway's error page is no failure", () => new Response('no', { status: 502 }), null],
  ['an ended session is no failure', () => problem('not_signed_in'), null],
  ['a rate limit is no failure', () => problem('too_many_attempts'), null],
  ['a busy server is no failure', () => problem('unavailable'), null],
  ['a network error is no failure', () => Promise.reject(new TypeError('Failed to fetch')), null],
])('fulfilment: %s', async (_, answer, fulfilment) => {
  const one = device.tab();
  device.server.answers.set(FULFIL, answer);
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  const entry = await one.until(command_id, done);
  expect(entry.fulfilment).toEqual(fulfilment);
});

test('a shop system that does not respond does not delay the outcome indefinitely', async () => {
  const one = device.tab();
  device.server.fault = (request) => (request.path.includes('fulfill') ? 'hangs' : undefined);
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  await one.until(command_id, ({ state }) => state === 'done');
  const entry = await one.until(command_id, done);
  expect(entry.fulfilment).toBeNull();
});

test('a page closed between done and the fulfilment request leaves the request to the next page', async () => {
  const before = device.tab();
  const { command_id } = await before.outbox.enqueue(deliveryCommand({ user_id }));
  await before.outbox.advance(command_id, () => ({
    state: 'done',
    answer: deliveryReply('order'),
    fulfilment: 'pending',
  }));
  await before.close();
  const after = device.tab();
  after.start();
  await after.until(command_id, done);
  expect(device.server.asked.map(({ path }) => path)).toEqual(['/functions/v1/fulfill-shopify-order']);
});
