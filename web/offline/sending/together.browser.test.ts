import { expect, test } from 'vitest';
import { deliveryCommand } from '../../../tests/support/delivery-command.ts';
import { done, isCommand, isPut, sendingDevice } from '../../../tests/support/sending-device.ts';
import { type Asked, problem } from '../../../tests/support/server-double.ts';
import { announcementOf } from '../../commands/notices/announcements.ts';

/** A delivery and its files in one request, where the network is good; file by file where it is not. */

const device = sendingDevice();
const { user_id } = device;

/** A tab that is sending, of a device whose server takes commands with their files. */
function sendingTab() {
  device.server.takes_files = true;
  const tab = device.tab();
  tab.start();
  return tab;
}

const asked = () =>
  device.server.asked
    .filter((one) => isCommand(one) || one.method === 'PUT')
    .map(({ method, with_files }) => (with_files ? 'together' : method === 'PUT' ? 'file' : 'alone'));

test('the first attempt is one request with everything in it', async () => {
  const tab = sendingTab();
  const command = deliveryCommand({ user_id });
  await tab.outbox.enqueue(command);
  const entry = await tab.until(command.command_id, done);
  expect(entry).toMatchObject({ state: 'done', attempts: 1, last_error: null });
  expect(asked()).toEqual(['together']);
  const [sent] = device.server.asked;
  expect(sent).toMatchObject({ key: command.command_id, body: command.input });
  expect(sent?.with_files).toEqual(command.files.map(({ sha256 }) => sha256));
});

test.each<[what: string, fault: 'lost' | 'answer_lost']>([
  ['nothing came through', 'lost'],
  ['it was recorded', 'answer_lost'],
])(
  'without an answer nobody knows whether %s, and what comes next goes file by file',
  async (_what, fault) => {
    const tab = sendingTab();
    device.server.fault = ({ with_files }) => (with_files ? fault : undefined);
    const { command_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
    const unknown = await tab.until(command_id, ({ last_error }) => last_error !== null);
    expect(unknown).toMatchObject({ state: 'unknown', command_sent: true, last_error: { stage: null } });
    await tab.until(command_id, done);
    expect(asked()).toEqual(['together', 'file', 'file', 'alone']);
    expect(device.server.recorded.size).toBe(1);
  },
);

test('an upload that then fails is told as one, and the outcome stays unknown', async () => {
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

test('a server of the version before is sent file by file in the same attempt, and nothing is said', async () => {
  const tab = device.tab();
  const errors: unknown[] = [];
  tab.outbox.subscribe(() => errors.push(...tab.outbox.entries().map(({ last_error }) => last_error)));
  tab.start();
  const { command_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  expect(await tab.until(command_id, done)).toMatchObject({ attempts: 1 });
  expect(asked()).toEqual(['file', 'file', 'alone']);
  expect(errors.every((error) => error === null)).toBe(true);
});

const refusing = (code: Parameters<typeof problem>[0], said: { nothing_recorded: true }) => (one: Asked) =>
  one.with_files ? problem(code, said) : isPut('1001.pdf')(one) ? problem(code) : undefined;

test.each(['storage_full', 'storage_unavailable'] as const)(
  'a server that says %s is asked file by file: which file it is gives the stage, and nothing is recorded',
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
    expect(asked()).toEqual(['together', 'file', 'file']);
  },
);

test('a file that is not taken is refused at its stage', async () => {
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
  expect(asked()).toEqual(['together']);
});

test('for much at once the files go by themselves', async () => {
  const tab = sendingTab();
  const large = deliveryCommand({ user_id });
  const [photo, note] = large.files;
  if (!photo || !note) throw new Error('a delivery has two files');
  await tab.outbox.enqueue({ ...large, files: [{ ...photo, bytes: new ArrayBuffer(1024 * 1024) }, note] });
  await tab.until(large.command_id, done);
  expect(asked()).toEqual(['file', 'file', 'alone']);
});

test('without a signal nothing is uploaded, so no upload fails, and it is certain that nothing is recorded', async () => {
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
  expect(asked()).toEqual([]);
  is_away = false;
  await tab.until(command_id, done);
  expect(asked().slice(-3)).toEqual(['file', 'file', 'alone']);
});

test('behind somebody else’s sign-in page, too', async () => {
  const tab = sendingTab();
  device.server.fault = ({ path }) =>
    path === '/healthz' ? new Response('<h1>Welcome to our hotel</h1>') : undefined;
  const { command_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  await tab.until(command_id, done);
  expect(asked()).toEqual(['file', 'file', 'alone']);
});
