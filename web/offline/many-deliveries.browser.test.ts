import { expect, test } from 'vitest';
import { deliveryCommand } from '../../tests/support/delivery-command.ts';
import { done, isCommand, sendingDevice } from '../../tests/support/sending-device.ts';

/** A day without signal: many deliveries, each with a photo of the maximum size. */

const device = sendingDevice();
const { user_id } = device;

const DELIVERIES = 20;
const PHOTO_BYTES = 400 * 1024;

test('twenty pending deliveries are sent once and in order, with the files of one delivery in memory at a time', async () => {
  const tab = device.tab();
  device.server.fault = () => 'lost';
  tab.start();
  const made: string[] = [];
  for (let at = 0; at < DELIVERIES; at += 1) {
    const command = deliveryCommand({ user_id });
    const [photo, note] = command.files;
    if (!photo || !note) throw new Error('A delivery must have two files');
    const bytes = new Uint8Array(PHOTO_BYTES).fill(at).buffer;
    const { command_id } = await tab.outbox.enqueue({ ...command, files: [{ ...photo, bytes }, note] });
    made.push(command_id);
  }
  expect(device.server.recorded.size).toBe(0);

  const undecided_before = new Map<string, number>();
  const read = tab.outbox.readFile;
  tab.outbox.readFile = (command_id, path) => {
    const at = made.indexOf(command_id);
    const before = tab.outbox.entries().filter((one) => made.indexOf(one.command_id) < at);
    undecided_before.set(command_id, before.filter(({ state }) => state !== 'done').length);
    return read(command_id, path);
  };
  device.server.asked.length = 0;
  device.server.fault = () => undefined;
  tab.sender.wake(true);
  await tab.until(made.at(-1) ?? '', done);

  const commands = device.server.asked.filter(isCommand).map(({ key }) => key);
  expect(commands).toEqual(made);
  expect(device.server.recorded.size).toBe(DELIVERIES);
  // No file of a delivery is read into memory before all earlier deliveries have their replies.
  expect([...undecided_before.values()]).toEqual(made.map(() => 0));
  expect(await tab.store.read(['entry_files'], (tx) => tx.keys('entry_files'))).toEqual([]);
});
