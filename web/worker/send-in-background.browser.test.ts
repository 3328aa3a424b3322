import { expect, test, vi } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { deviceStore } from '../offline/device-records.ts';
import { createBrowserWorld } from '../world/browser-world.ts';
import { sendInBackground } from './send-in-background.ts';

/** Creates a worker's environment on a device with a stored read. */
async function workerWorld() {
  const world = { ...createBrowserWorld(`worker-${newId()}`), older: null };
  const read = { user_id: newId(), key: '["list_stops",null]', answer: { stops: [] }, as_of: world.now() };
  await deviceStore(world).write(['reads'], (tx) => tx.put('reads', read));
  const kept = () => deviceStore(world).read(['reads'], (tx) => tx.all('reads'));
  return { world, read, kept };
}

test('a hanging store does not count as a sign-out: stored reads remain', async () => {
  const { world, read, kept } = await workerWorld();
  const write = vi.spyOn(world.store, 'write').mockRejectedValueOnce(new Error('the store does not answer'));
  await sendInBackground(world);
  expect(write).toHaveBeenCalled();
  expect(await kept()).toEqual([read]);
});

test('an unreadable store makes the run fail, so that the browser tries again', async () => {
  const { world, read, kept } = await workerWorld();
  vi.spyOn(world.store, 'read').mockRejectedValueOnce(new Error('the store does not answer'));
  await expect(sendInBackground(world)).rejects.toThrow('the store does not answer');
  expect(await kept()).toEqual([read]);
});
