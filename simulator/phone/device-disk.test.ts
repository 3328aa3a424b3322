import { beforeEach, expect, it } from 'vitest';
import type { Store } from '../../web/environment/store.ts';
import { randomOf } from '../random.ts';
import { createSchedule, type Schedule } from '../schedule.ts';
import { createDeviceDisk, type DeviceDisk } from './device-disk.ts';

let schedule: Schedule;
let disk: DeviceDisk;
let store: Store;

beforeEach(() => {
  schedule = createSchedule(0);
  disk = createDeviceDisk(schedule, randomOf('disk'));
  store = disk.storeFor({ is_gone: () => false });
});

/** Advances the schedule until the promise settles. */
async function settled<T>(work: Promise<T>): Promise<T> {
  let is_over = false;
  const over = () => {
    is_over = true;
  };
  work.then(over, over);
  while (!is_over) {
    await new Promise((resolve) => setImmediate(resolve));
    if (!is_over) schedule.step(schedule.now() + 1_000);
  }
  return await work;
}

const note = (key: string, durability?: 'durable') =>
  settled(store.write(['notes'], (tx) => tx.put('notes', key, key), durability));

it('a power loss discards records written after the last durable write', async () => {
  await note('before');
  await note('durable', 'durable');
  await note('after');
  expect(disk.committed('notes')).toEqual(['before', 'durable', 'after']);
  disk.losePower();
  expect(disk.committed('notes')).toEqual(['before', 'durable']);
});

it('a transaction that throws, or whose tab ends before it, stores nothing', async () => {
  const thrown = store.write(['notes'], async (tx) => {
    await tx.put('notes', 'half', 'half');
    throw new Error('aborted by the test');
  });
  await expect(settled(thrown)).rejects.toThrow('aborted by the test');
  let is_gone = false;
  const closing = disk.storeFor({ is_gone: () => is_gone });
  void closing.write(['notes'], (tx) => tx.put('notes', 'never', 'never'));
  is_gone = true;
  await note('other', 'durable');
  expect(disk.committed('notes')).toEqual(['other']);
});

it('rejects a second record with the same unique value, as IndexedDB does', async () => {
  const entry = (command_id: string) => ({ command_id, open_subject: 'the same' });
  const add = (command_id: string) =>
    settled(store.write(['entries'], (tx) => tx.add('entries', entry(command_id))));
  await add('one');
  await expect(add('other')).rejects.toMatchObject({ name: 'ConstraintError' });
  expect(disk.committed('entries')).toEqual([entry('one')]);
});

it('returns records as immutable copies', async () => {
  const kept = { command_id: 'one', open_subject: 'a' };
  await settled(store.write(['entries'], (tx) => tx.add('entries', kept)));
  kept.open_subject = 'b';
  const read = await settled(store.read(['entries'], (tx) => tx.get('entries', 'one')));
  expect(read).toEqual({ command_id: 'one', open_subject: 'a' });
  expect(() => Object.assign(read as object, { open_subject: 'c' })).toThrow(TypeError);
});
