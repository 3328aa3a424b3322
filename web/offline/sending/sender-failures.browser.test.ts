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
  'a failed upload of the %s is retried automatically, before the command is sent',
  async (stage, end) => {
    const one = device.tab();
    let broken = true;
    device.server.fault = (request) => (isPut(end)(request) && broken ? 'lost' : undefined);
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

test('a failure after the clock was set back pauses as usual', async () => {
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
    // The next attempt is made at once, since its pause refers to the old clock; the one after it a second
    // later.
    await one.until(command_id, (entry) => entry.attempts >= attempts + 2);
    expect(performance.now() - set_back_at).toBeGreaterThan(900);
  } finally {
    clock.mockRestore();
  }
});

test('failed attempts of the worker do not make a tab schedule the worker again', async () => {
  const one = device.tab();
  const sendLater = vi.spyOn(one.environment, 'sendLater');
  // Prevents the tab's own next attempt.
  vi.spyOn(one.environment.timer, 'after').mockReturnValue(() => {});
  device.server.fault = () => 'lost';
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  const failed = await one.until(command_id, ({ last_error }) => last_error !== null);
  const calls = sendLater.mock.calls.length;
  expect(calls).toBeGreaterThan(0);
  expect(await device.tab().sender.sendOnce()).toBe(true);
  await one.until(command_id, ({ attempts }) => attempts > failed.attempts);
  expect(sendLater).toHaveBeenCalledTimes(calls);
});

test('the worker respects the pause after a server error', async () => {
  const one = device.tab();
  device.server.fault = (request) =>
    isCommand(request) ? problem('unexpected', { stage: 'order' }) : undefined;
  vi.spyOn(one.environment.timer, 'after').mockReturnValue(() => {});
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  await one.until(command_id, ({ last_error }) => last_error !== null);
  const sent = device.server.count('POST', DELIVERIES);
  expect(await device.tab().sender.sendOnce()).toBe(true);
  expect(device.server.count('POST', DELIVERIES)).toBe(sent);
});

test('a failure response keeps its stage and the command is sent again', async () => {
  const one = device.tab();
  let failures = 1;
  device.server.fault = (request) =>
    isCommand(request) && failures-- > 0 ? problem('unexpected', { stage: 'order' }) : undefined;
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  const failed = await one.until(command_id, ({ last_error }) => last_error !== null);
  expect(failed).toMatchObject({ state: 'queued', command_sent: false, last_error: { stage: 'order' } });
  await one.until(command_id, done);
});

test('a command that fails in the server does not block the next one', async () => {
  const one = device.tab();
  const first = await one.outbox.enqueue(deliveryCommand({ user_id }));
  const second = await one.outbox.enqueue(deliveryCommand({ user_id }));
  device.server.fault = (request) =>
    request.key === first.command_id ? problem('unexpected', { stage: 'confirmation' }) : undefined;
  one.start();
  await one.until(second.command_id, done);
  expect([...device.server.recorded.keys()]).toEqual([second.command_id]);
});

test('a refusal is final, calls onRefused, and keeps the files', async () => {
  const onRefused = vi.fn();
  const one = device.tab(onRefused);
  device.server.fault = (request) => (isCommand(request) ? problem('order_not_assigned') : undefined);
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

test('a command rejected with 401 waits for its user to sign in, and is then sent automatically', async () => {
  const one = device.tab();
  let ended = true;
  device.server.fault = (request) => (isCommand(request) && ended ? problem('not_signed_in') : undefined);
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
  device.server.fault = (request) => {
    if (!isCommand(request) || !missing) return undefined;
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

test('a new press ends the pause of an older command without a response', async () => {
  const one = device.tab();
  let lost = true;
  device.server.fault = (request) => (isCommand(request) && lost ? 'answer_lost' : undefined);
  one.start();
  const older = await one.outbox.enqueue(deliveryCommand({ user_id }));
  await one.until(older.command_id, unanswered);
  await one.outbox.advance(older.command_id, () => ({ next_attempt_at: Date.now() + LATER_MS }));
  lost = false;
  const newer = await one.outbox.enqueue(deliveryCommand({ user_id }));
  await one.until(newer.command_id, done);
  expect([...device.server.recorded.keys()]).toEqual([older.command_id, newer.command_id]);
});

test('a new command makes the blocking older one retry once; after that its pauses apply', async () => {
  const one = device.tab();
  device.server.fault = (request) => (isCommand(request) ? 'lost' : undefined);
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

test('an upload interrupted by a lost signal is no failure', async () => {
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
  expect(one.environment.page.online()).toBe(false);
  device.server.fault = () => undefined;
  one.sender.wake(true);
  await one.until(command_id, done);
  expect(one.environment.page.online()).toBe(true);
});
