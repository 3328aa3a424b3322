import { expect, test } from 'vitest';
import { deliveryCommand } from '../../../tests/support/delivery-command.ts';
import { done, isCommand, isPut, sendingDevice } from '../../../tests/support/sending-device.ts';
import { problem, type ReceivedRequest } from '../../../tests/support/server-double.ts';
import { announcementOf } from '../../commands/notices/announcements.ts';

/** A good network sends a delivery and its files in one request; a bad one sends file by file. */

const device = sendingDevice();
const { user_id } = device;

/** Opens a sending tab on a device whose server accepts files in the command's request. */
function sendingTab() {
  device.server.takes_files = true;
  const tab = device.tab();
  tab.start();
  return tab;
}

const requestKinds = () =>
  device.server.asked
    .filter((one) => isCommand(one) || one.method === 'PUT')
    .map(({ method, with_files }) => (with_files ? 'together' : method === 'PUT' ? 'file' : 'alone'));

test('the first attempt sends the command and its files in one request', async () => {
  const tab = sendingTab();
  const command = deliveryCommand({ user_id });
  await tab.outbox.enqueue(command);
  const entry = await tab.until(command.command_id, done);
  expect(entry).toMatchObject({ state: 'done', attempts: 1, last_error: null });
  expect(requestKinds()).toEqual(['together']);
  const [sent] = device.server.asked;
  expect(sent).toMatchObject({ key: command.command_id, body: command.input });
  expect(sent?.with_files).toEqual(command.files.map(({ sha256 }) => sha256));
});

test.each<[situation: string, fault: 'lost' | 'answer_lost']>([
  ['the request was lost', 'lost'],
  ['the response was lost', 'answer_lost'],
])('a command is unknown if %s, and the next attempt goes file by file', async (_situation, fault) => {
  const tab = sendingTab();
  device.server.fault = ({ with_files }) => (with_files ? fault : undefined);
  const { command_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  const unknown = await tab.until(command_id, ({ last_error }) => last_error !== null);
  expect(unknown).toMatchObject({ state: 'unknown', command_sent: true, last_error: { stage: null } });
  await tab.until(command_id, done);
  expect(requestKinds()).toEqual(['together', 'file', 'file', 'alone']);
  expect(device.server.recorded.size).toBe(1);
});

test('a failed upload after that is shown as one, and the outcome stays unknown', async () => {
  const tab = sendingTab();
  let is_broken = true;
  device.server.fault = (one) =>
    one.with_files || (is_broken && isPut('delivery-image.jpg')(one)) ? 'lost' : undefined;
  const { command_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  await tab.until(command_id, ({ last_error }) => last_error?.stage === 'photo');
  is_broken = false;
  await tab.until(command_id, done);
  expect(device.server.recorded.size).toBe(1);
});

test('a server of the previous version gets file by file in the same attempt, without an error', async () => {
  const tab = device.tab();
  const errors: unknown[] = [];
  tab.outbox.subscribe(() => errors.push(...tab.outbox.entries().map(({ last_error }) => last_error)));
  tab.start();
  const { command_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  expect(await tab.until(command_id, done)).toMatchObject({ attempts: 1 });
  expect(requestKinds()).toEqual(['file', 'file', 'alone']);
  expect(errors.every((error) => error === null)).toBe(true);
});

const refusing =
  (code: Parameters<typeof problem>[0], more: { nothing_recorded: true }) => (one: ReceivedRequest) =>
    one.with_files ? problem(code, more) : isPut('1001.pdf')(one) ? problem(code) : undefined;

test.each(['storage_full', 'storage_unavailable'] as const)(
  'the response %s makes the attempt continue file by file, which finds the stage; nothing is recorded',
  async (code) => {
    const tab = sendingTab();
    device.server.fault = refusing(code, { nothing_recorded: true });
    const { command_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
    const failed = await tab.until(command_id, ({ last_error }) => last_error !== null);
    expect(failed).toMatchObject({
      state: 'queued',
      command_sent: false,
      last_error: { stage: 'note', problem: { code } },
    });
    expect(requestKinds()).toEqual(['together', 'file', 'file']);
  },
);

test('a file of a type that is not accepted refuses the command at its stage', async () => {
  const tab = sendingTab();
  device.server.fault = refusing('file_type', { nothing_recorded: true });
  const { command_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  const refused = await tab.until(command_id, ({ state }) => state === 'refused');
  expect(refused).toMatchObject({ problem: { code: 'file_type', stage: 'note' } });
});

test('a storage that fails after the command was recorded leaves it unknown', async () => {
  const tab = sendingTab();
  device.server.fault = ({ with_files }) => (with_files ? problem('storage_full') : undefined);
  const { command_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  const failed = await tab.until(command_id, ({ last_error }) => last_error !== null);
  expect(failed).toMatchObject({ state: 'unknown', command_sent: true });
});

test('a refusal of the command itself is final', async () => {
  const tab = sendingTab();
  device.server.fault = (one) => (isCommand(one) ? problem('order_not_assigned') : undefined);
  const { command_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  await tab.until(command_id, ({ state }) => state === 'refused');
  expect(requestKinds()).toEqual(['together']);
});

test('files above the size limit are sent one by one', async () => {
  const tab = sendingTab();
  const large = deliveryCommand({ user_id });
  const [photo, note] = large.files;
  if (!photo || !note) throw new Error('A delivery must have two files');
  await tab.outbox.enqueue({ ...large, files: [{ ...photo, bytes: new ArrayBuffer(1024 * 1024) }, note] });
  await tab.until(large.command_id, done);
  expect(requestKinds()).toEqual(['file', 'file', 'alone']);
});

test('without a signal nothing is uploaded or recorded, and no upload fails', async () => {
  const tab = sendingTab();
  let is_away = true;
  device.server.fault = () => (is_away ? 'lost' : undefined);
  const { command_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  const failed = await tab.until(command_id, ({ last_error }) => last_error !== null);
  expect(failed).toMatchObject({
    state: 'queued',
    command_sent: false,
    last_error: { stage: null, problem: null },
  });
  expect(announcementOf(failed)).toBeNull();
  expect(requestKinds()).toEqual([]);
  is_away = false;
  await tab.until(command_id, done);
  expect(requestKinds().slice(-3)).toEqual(['file', 'file', 'alone']);
});

test('behind a captive portal the files are sent one by one', async () => {
  const tab = sendingTab();
  device.server.fault = ({ path }) =>
    path === '/healthz' ? new Response('<h1>Welcome to our hotel</h1>') : undefined;
  const { command_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  await tab.until(command_id, done);
  expect(requestKinds()).toEqual(['file', 'file', 'alone']);
});
