import { expect, test, vi } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { deliveryCommand } from '../../../tests/support/delivery-command.ts';
import { DELIVERIES, done, isCommand, isPut, sendingDevice } from '../../../tests/support/sending-device.ts';
import { problem } from '../../../tests/support/server-double.ts';
import { announcementOf } from '../../commands/notices/announcements.ts';
import type { OutboxEntry } from '../outbox-entry.ts';

const device = sendingDevice();
const { user_id } = device;

test.each([
  ['photo', 'delivery-image.jpg'],
  ['note', '1001.pdf'],
] as const)(
  'a failed upload of the %s is kept and sent again by itself, the command not before',
  async (stage, end) => {
    const one = device.tab();
    let broken = true;
    device.server.fault = (asked) => (isPut(end)(asked) && broken ? 'lost' : undefined);
    one.start();
    const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
    const failed = await one.until(command_id, ({ last_error }) => last_error !== null);
    expect(failed).toMatchObject({
      state: 'queued',
      last_error: { stage, problem: null },
      command_sent: false,
    });
    expect(device.server.count('POST', DELIVERIES)).toBe(0);
    broken = false;
    window.dispatchEvent(new Event('online'));
    await one.until(command_id, done);
    expect(device.server.recorded.size).toBe(1);
    expect(device.server.asked.filter(isPut('delivery-image.jpg'))).toHaveLength(stage === 'photo' ? 2 : 1);
  },
);

test('what fails after the clock was set back waits for its pause as before', async () => {
  const right = Date.now.bind(Date);
  let wrong_by_ms = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => right() + wrong_by_ms);
  try {
    const one = device.tab();
    device.server.fault = () => 'lost';
    one.start();
    const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
    const { attempts } = await one.until(command_id, ({ last_error }) => last_error !== null);
    wrong_by_ms = -3_600_000;
    const set_back_at = performance.now();
    one.sender.wake();
    // The first of these is made at once, since the pause was counted by a clock that is gone; the next a second later.
    await one.until(command_id, (entry) => entry.attempts >= attempts + 2);
    expect(performance.now() - set_back_at).toBeGreaterThan(900);
  } finally {
    clock.mockRestore();
  }
});

test('what the worker tries in vain has no tab ask for the worker again', async () => {
  const one = device.tab();
  const sendLater = vi.spyOn(one.world, 'sendLater');
  // The tab's own next attempt never comes.
  vi.spyOn(one.world.timer, 'after').mockReturnValue(() => {});
  device.server.fault = () => 'lost';
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  const failed = await one.until(command_id, ({ last_error }) => last_error !== null);
  const asked = sendLater.mock.calls.length;
  expect(asked).toBeGreaterThan(0);
  expect(await device.tab().sender.sendOnce()).toBe(true);
  await one.until(command_id, ({ attempts }) => attempts > failed.attempts);
  expect(sendLater).toHaveBeenCalledTimes(asked);
});

test('the worker leaves a server in peace that has just said that it cannot', async () => {
  const one = device.tab();
  device.server.fault = (asked) => (isCommand(asked) ? problem('unexpected', { stage: 'order' }) : undefined);
  vi.spyOn(one.world.timer, 'after').mockReturnValue(() => {});
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  await one.until(command_id, ({ last_error }) => last_error !== null);
  const asked = device.server.count('POST', DELIVERIES);
  expect(await device.tab().sender.sendOnce()).toBe(true);
  expect(device.server.count('POST', DELIVERIES)).toBe(asked);
});

test('an answered failure keeps its stage and is sent again', async () => {
  const one = device.tab();
  let failures = 1;
  device.server.fault = (asked) =>
    isCommand(asked) && failures-- > 0 ? problem('unexpected', { stage: 'order' }) : undefined;
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  const failed = await one.until(command_id, ({ last_error }) => last_error !== null);
  expect(failed).toMatchObject({ state: 'queued', command_sent: false, last_error: { stage: 'order' } });
  await one.until(command_id, done);
});

test('one that the server fails at does not hold back the next one', async () => {
  const one = device.tab();
  const first = await one.outbox.enqueue(deliveryCommand({ user_id }));
  const second = await one.outbox.enqueue(deliveryCommand({ user_id }));
  device.server.fault = (asked) =>
    asked.key === first.command_id ? problem('unexpected', { stage: 'confirmation' }) : undefined;
  one.start();
  await one.until(second.command_id, done);
  expect([...device.server.recorded.keys()]).toEqual([second.command_id]);
});

test('a refusal is final, is told, and keeps the files', async () => {
  const onRefused = vi.fn();
  const one = device.tab(onRefused);
  device.server.fault = (asked) => (isCommand(asked) ? problem('order_not_assigned') : undefined);
  one.start();
  const command = deliveryCommand({ user_id });
  await one.outbox.enqueue(command);
  const entry = await one.until(command.command_id, ({ state }) => state === 'refused');
  expect(entry).toMatchObject({ problem: { code: 'order_not_assigned' }, answer: null });
  expect(onRefused).toHaveBeenCalledOnce();
  const path = command.files[0]?.path ?? '';
  await expect(one.outbox.readFile(command.command_id, path)).resolves.toMatchObject({ size: 3 });
  one.sender.wake(true);
  const next = await one.outbox.enqueue(deliveryCommand({ user_id: newId() }));
  expect(next.state).toBe('queued');
  expect(device.server.count('POST', DELIVERIES)).toBe(1);
});

test('a 401 waits for its maker to sign in again, and is then sent by itself', async () => {
  const one = device.tab();
  let ended = true;
  device.server.fault = (asked) => (isCommand(asked) && ended ? problem('not_signed_in') : undefined);
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  await one.until(command_id, ({ state }) => state === 'sign_in');
  device.become(null);
  ended = false;
  device.become(user_id);
  await one.until(command_id, done);
  expect([...device.server.recorded.keys()]).toEqual([command_id]);
});

test('files that the server has lost are uploaded again', async () => {
  const one = device.tab();
  let missing = true;
  device.server.fault = (asked) => {
    if (!isCommand(asked) || !missing) return undefined;
    missing = false;
    return problem('file_missing');
  };
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  await one.until(command_id, done);
  expect(device.server.count('PUT', '/storage')).toBe(4);
});

const LATER_MS = 3_600_000;
const unanswered = ({ state, last_error }: OutboxEntry) => state === 'unknown' && last_error !== null;

test('a new press does not sit out the pause of an older one without an answer', async () => {
  const one = device.tab();
  let lost = true;
  device.server.fault = (asked) => (isCommand(asked) && lost ? 'answer_lost' : undefined);
  one.start();
  const older = await one.outbox.enqueue(deliveryCommand({ user_id }));
  await one.until(older.command_id, unanswered);
  await one.outbox.advance(older.command_id, () => ({ next_attempt_at: Date.now() + LATER_MS }));
  lost = false;
  const newer = await one.outbox.enqueue(deliveryCommand({ user_id }));
  await one.until(newer.command_id, done);
  expect([...device.server.recorded.keys()]).toEqual([older.command_id, newer.command_id]);
});

test('while a new one is held back, the older one is tried once for it and then keeps its pauses', async () => {
  const one = device.tab();
  device.server.fault = (asked) => (isCommand(asked) ? 'lost' : undefined);
  one.start();
  const older = await one.outbox.enqueue(deliveryCommand({ user_id }));
  const pausing = async (attempts: number) => {
    await one.until(older.command_id, (entry) => unanswered(entry) && entry.attempts === attempts);
    await one.until(older.command_id, ({ next_attempt_at }) => next_attempt_at > 0);
    await one.outbox.advance(older.command_id, () => ({ next_attempt_at: Date.now() + LATER_MS }));
  };
  await pausing(1);
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  await pausing(2);
  for (let change = 0; change < 5; change += 1) await one.outbox.claimAnnouncement(command_id, `${change}`);
  await one.outbox.enqueue(deliveryCommand({ user_id }));
  await pausing(3);
  expect(device.server.count('POST', DELIVERIES)).toBe(3);
});

test('an upload that is cut off because the signal is lost is no failure', async () => {
  const one = device.tab();
  let has_signal = true;
  device.server.fault = ({ method }) => {
    if (method === 'PUT') has_signal = false;
    return has_signal ? undefined : 'lost';
  };
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  const cut_off = await one.until(command_id, ({ last_error }) => last_error !== null);
  expect(cut_off).toMatchObject({ state: 'queued', last_error: { stage: null, problem: null } });
  expect(announcementOf(cut_off)).toBeNull();
  expect(one.world.page.online()).toBe(false);
  device.server.fault = () => undefined;
  one.sender.wake(true);
  await one.until(command_id, done);
  expect(one.world.page.online()).toBe(true);
});
