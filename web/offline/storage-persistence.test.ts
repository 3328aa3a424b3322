import { expect, test, vi } from 'vitest';
import { createStoragePersistence } from './storage-persistence.ts';

function device(...answers: (boolean | null)[]) {
  const promise = createStoragePersistence({ store: { persist: async () => answers.shift() ?? null } });
  const listener = vi.fn();
  promise.subscribe(listener);
  return { promise, listener };
}

test('storage is not reported as refused before a request, nor on a device without the API', async () => {
  const { promise, listener } = device(null);
  expect(promise.refused()).toBe(false);
  await promise.request();
  expect(promise.refused()).toBe(false);
  expect(listener).not.toHaveBeenCalled();
});

test('a refusal notifies listeners and is withdrawn once the device grants the request', async () => {
  const { promise, listener } = device(false, false, true);
  await promise.request();
  expect(promise.refused()).toBe(true);
  await promise.request();
  expect(listener).toHaveBeenCalledTimes(1);
  await promise.request();
  expect(promise.refused()).toBe(false);
  expect(listener).toHaveBeenCalledTimes(2);
});
