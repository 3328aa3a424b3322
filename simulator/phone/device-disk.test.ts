import { beforeEach, expect, it } from 'vitest';
import type { Store } from '../../web/world/store.ts';
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

/** Lets time pass until this is answered. */
async function answered<T>(work: Promise<T>): Promise<T> {
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
  answered(store.write(['notes'], (tx) => tx.put('notes', key, key), durability));

it('keeps what was durable when the battery is empty, and what came before it', async () => {
  await note('before');
  await note('durable', 'durable');
  await note('after');
  expect(disk.committed('notes')).toEqual(['before', 'durable', 'after']);
  disk.losePower();
  expect(disk.committed('notes')).toEqual(['before', 'durable']);
});

it('stores nothing of a transaction that throws, or whose tab is gone before its end', async () => {
  const thrown = store.write(['notes'], async (tx) => {
    await tx.put('notes', 'half', 'half');
    throw new Error('thought better of it');
  });
  await expect(answered(thrown)).rejects.toThrow('thought better of it');
  let is_gone = false;
  const closing = disk.storeFor({ is_gone: () => is_gone });
  void closing.write(['notes'], (tx) => tx.put('notes', 'never', 'never'));
  is_gone = true;
  await note('other', 'durable');
  expect(disk.committed('notes')).toEqual(['other']);
});

it('refuses a second record with a unique value, as IndexedDB does', async () => {
  const entry = (command_id: string) => ({ command_id, open_subject: 'the same' });
  const add = (command_id: string) =>
    answered(store.write(['entries'], (tx) => tx.add('entries', entry(command_id))));
  await add('one');
  await expect(add('other')).rejects.toMatchObject({ name: 'ConstraintError' });
  expect(disk.committed('entries')).toEqual([entry('one')]);
});

it('hands out copies that nobody can change', async () => {
  const kept = { command_id: 'one', open_subject: 'a' };
  await answered(store.write(['entries'], (tx) => tx.add('entries', kept)));
  kept.open_subject = 'b';
  const read = await answered(store.read(['entries'], (tx) => tx.get('entries', 'one')));
  expect(read).toEqual({ command_id: 'one', open_subject: 'a' });
  expect(() => Object.assign(read as object, { open_subject: 'c' })).toThrow(TypeError);
});
