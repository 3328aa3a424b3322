import { expect, test, vi } from 'vitest';
import { createPromiseToKeep } from './promise-to-keep.ts';

function device(...answers: (boolean | null)[]) {
  const promise = createPromiseToKeep({ store: { persist: async () => answers.shift() ?? null } });
  const heard = vi.fn();
  promise.subscribe(heard);
  return { promise, heard };
}

test('nothing is said to be refused before it was asked for, nor where nobody can be asked', async () => {
  const { promise, heard } = device(null);
  expect(promise.refused()).toBe(false);
  await promise.ask();
  expect(promise.refused()).toBe(false);
  expect(heard).not.toHaveBeenCalled();
});

test('a refusal is told, and taken back once the device has promised', async () => {
  const { promise, heard } = device(false, false, true);
  await promise.ask();
  expect(promise.refused()).toBe(true);
  await promise.ask();
  expect(heard).toHaveBeenCalledTimes(1);
  await promise.ask();
  expect(promise.refused()).toBe(false);
  expect(heard).toHaveBeenCalledTimes(2);
});
