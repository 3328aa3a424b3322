import { expect, test } from 'vitest';
import { chainText } from '../../contract/rules/device-chain.ts';
import { newId } from '../../contract/rules/ids.ts';
import { deliveryCommand, deliveryReply } from '../../tests/support/delivery-command.ts';
import { done, isCommand, sendingDevice } from '../../tests/support/sending-device.ts';
import { serverProblem } from '../../tests/support/server-problem.ts';
import { closedNumbers } from './device-numbers.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { sha256Hex } from './sha256.ts';

const device = sendingDevice();
const { user_id } = device;
const { problem } = serverProblem('order_not_assigned');

const hashOf = (text: string) => sha256Hex(new TextEncoder().encode(text).buffer);
const closedOf = (tab: ReturnType<typeof device.tab>, shop_id = 1) =>
  tab.store.read(['notes'], (tx) => closedNumbers(tx, shop_id));

async function expectChain(entries: readonly OutboxEntry[]): Promise<void> {
  let previous = '0'.repeat(64);
  for (const [at, { command_id, numbered }] of entries.entries()) {
    const hash = await hashOf(chainText(previous, at + 1, command_id));
    expect(numbered).toEqual({ number: at + 1, previous, hash });
    previous = hash;
  }
}

test('commands made concurrently in two tabs are numbered without a gap, in one chain', async () => {
  const [one, other] = [device.tab(), device.tab()];
  const made = Array.from({ length: 12 }, (_, at) =>
    (at % 2 ? one : other).outbox.enqueue(deliveryCommand({ user_id })),
  );
  await Promise.all(made);
  const entries = await one.outbox.reload();
  expect(entries).toHaveLength(12);
  await expectChain(entries);
});

test('each shop has its own numbers, and another user of the device continues them', async () => {
  const { outbox } = device.tab();
  const made = [];
  for (const [user, shop_id] of [
    [user_id, 1],
    [newId(), 1],
    [newId(), 2],
    [user_id, 1],
  ] as const) {
    made.push(await outbox.enqueue({ ...deliveryCommand({ user_id: user }), shop_id }));
  }
  expect(made.map(({ numbered }) => numbered?.number)).toEqual([1, 2, 1, 3]);
  await expectChain(made.filter(({ shop_id }) => shop_id === 1));
});

test('every attempt sends the number and hashes, with the files in the same request or not', async () => {
  for (const takes_files of [true, false]) {
    const tab = device.tab();
    device.server.takes_files = takes_files;
    let answers = 0;
    device.server.fault = (request) => (isCommand(request) && answers++ === 0 ? 'answer_lost' : undefined);
    tab.start();
    const { command_id, numbered, device_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
    const unknown = await tab.until(
      command_id,
      ({ state, last_error }) => state === 'unknown' && last_error !== null,
    );
    expect(unknown.numbered).toEqual(numbered);
    tab.sender.wake(true);
    await tab.until(command_id, done);
    const sent = device.server.asked.filter(({ key }) => key === command_id);
    expect(sent.length).toBeGreaterThan(1);
    for (const request of sent) {
      expect(request.numbered).toEqual({
        'device-id': device_id,
        'device-number': String(numbered?.number),
        'device-hash': numbered?.hash,
        'device-previous': numbered?.previous,
      });
    }
    expect(device.server.asked.filter(({ key, numbered: link }) => key === null && link)).toEqual([]);
    await tab.close();
  }
});

test('refused, remade and discarded commands close their numbers; a command recorded after all does not', async () => {
  const { outbox, ...tab } = device.tab();
  const made = [];
  for (let at = 0; at < 5; at += 1) made.push(await outbox.enqueue(deliveryCommand({ user_id })));
  const [first, second, third, fourth, fifth] = made.map(({ command_id }) => command_id) as [
    string,
    string,
    string,
    string,
    string,
  ];
  for (const command_id of [first, second, third]) {
    await outbox.advance(command_id, () => ({ state: 'refused', problem }));
  }
  await outbox.advance(fourth, () => ({ state: 'held' }));
  await outbox.remake(second, deliveryCommand({ user_id }));
  for (const command_id of [first, fourth, fifth]) await outbox.discard(command_id);
  await outbox.settle(third, () => ({ state: 'done', answer: deliveryReply('order') }));
  await outbox.keepDoneOf(null);
  await outbox.prune(Date.now() + 365 * 24 * 3_600_000);

  const closed = await closedOf({ outbox, ...tab });
  expect(closed.map(({ number, how, replaced_by }) => [number, how, replaced_by])).toEqual([
    [1, 'refused', null],
    [2, 'replaced', 6],
    [4, 'discarded', null],
  ]);
  expect(closed.map((one) => Object.keys(one).toSorted())).toEqual(
    closed.map(() => ['command_id', 'how', 'number', 'replaced_by', 'user_id']),
  );
  const left = await outbox.reload();
  expect(left.map(({ numbered }) => numbered?.number)).toEqual([5, 6]);
  expect((await outbox.enqueue(deliveryCommand({ user_id }))).numbered?.number).toBe(7);
});
