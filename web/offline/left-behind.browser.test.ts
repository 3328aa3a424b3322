import { expect, test } from 'vitest';
import { handoverCommand, handoverReply } from '../../tests/support/handover-command.ts';
import { isPut, sendingDevice } from '../../tests/support/sending-device.ts';
import '../commands/cash/cash-commands.ts';
import { announcementOf } from '../commands/notices/announcements.ts';
import { pressedAgain } from './sending/sending-states.ts';

const device = sendingDevice();
const { user_id } = device;
const HANDOVERS = '/api/handovers';
const sent = () => device.server.count('POST', HANDOVERS);

/** Takes the lock away, as the browser does when a page closes while it sends. */
async function loseTheTurn(): Promise<void> {
  await new Promise<void>((resolve) => {
    void navigator.locks.request('mandoob.sending', { steal: true }, () => resolve());
  });
}

test('a handover whose tab was killed during the upload waits for a press at the next start', async () => {
  device.server.record = () => handoverReply();
  const before = device.tab();
  let uploading = () => {};
  const began = new Promise<void>((resolve) => {
    uploading = resolve;
  });
  device.server.fault = (request) => {
    if (request.method !== 'PUT') return undefined;
    uploading();
    return 'hangs';
  };
  before.start();
  const { command_id } = await before.outbox.enqueue(handoverCommand({ user_id }));
  await began;
  expect((await before.outbox.reload())[0]).toMatchObject({ state: 'sending', command_sent: false });
  await before.close();
  await loseTheTurn();

  device.server.fault = () => undefined;
  const after = device.tab();
  after.start();
  const held = await after.until(command_id, ({ state }) => state !== 'sending');
  expect(held.state).toBe('held');
  expect(announcementOf(held)?.toasts).toMatchObject([{ description: 'Failed to complete handover' }]);
  after.sender.wake(true);
  const other = await after.outbox.enqueue(handoverCommand({ user_id, driver_id: 8 }));
  await after.until(other.command_id, ({ state }) => state === 'done');
  expect([...device.server.recorded.keys()]).toEqual([other.command_id]);

  await after.outbox.advance(command_id, (entry) => pressedAgain(entry, after.name));
  after.sender.wake();
  await after.until(command_id, ({ state }) => state === 'done');
  expect(sent()).toBe(2);
});

test('a handover that its tab had not begun to send also waits for a press', async () => {
  const before = device.tab();
  const { command_id } = await before.outbox.enqueue(handoverCommand({ user_id }));
  await before.close();
  const after = device.tab();
  after.start();
  const held = await after.until(command_id, ({ state }) => state !== 'queued');
  expect(held.state).toBe('held');
  expect(device.server.asked).toEqual([]);
});

test('a command just pressed in a live tab is sent, even if another tab starts and sends first', async () => {
  device.server.record = () => handoverReply();
  const living = device.tab();
  let let_through = () => {};
  const waits = new Promise<void>((resolve) => {
    let_through = resolve;
  });
  let blocked = true;
  device.server.fault = (request) => {
    if (!blocked || !isPut('driver-EOD-20261120-7-1795190400000.png')(request)) return undefined;
    blocked = false;
    let_through();
    return 'hangs';
  };
  living.start();
  await living.outbox.enqueue(handoverCommand({ user_id }));
  await waits;
  const behind = await living.outbox.enqueue(handoverCommand({ user_id, driver_id: 8 }));
  const starting = device.tab();
  starting.start();
  await starting.outbox.reload();
  // The live tab loses its turn to the new one, as if the device had suspended it.
  await loseTheTurn();
  await starting.until(behind.command_id, ({ state }) => state === 'done');
  expect([...device.server.recorded.keys()]).toEqual([behind.command_id]);
});
