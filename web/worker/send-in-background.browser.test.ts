import { expect, test, vi } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { createBrowserEnvironment } from '../environment/browser-environment.ts';
import { deviceStore } from '../offline/device-records.ts';
import { sendInBackground } from './send-in-background.ts';

/** Creates a worker's environment on a device with a stored read. */
async function workerEnvironment() {
  const environment = { ...createBrowserEnvironment(`worker-${newId()}`), older: null };
  const read = {
    user_id: newId(),
    key: '["list_stops",null]',
    answer: { stops: [] },
    as_of: environment.now(),
  };
  await deviceStore(environment).write(['reads'], (tx) => tx.put('reads', read));
  const kept = () => deviceStore(environment).read(['reads'], (tx) => tx.all('reads'));
  return { environment, read, kept };
}

test('a hanging store does not count as a sign-out: stored reads remain', async () => {
  const { environment, read, kept } = await workerEnvironment();
  const write = vi
    .spyOn(environment.store, 'write')
    .mockRejectedValueOnce(new Error('the store does not answer'));
  await sendInBackground(environment);
  expect(write).toHaveBeenCalled();
  expect(await kept()).toEqual([read]);
});

test('an unreadable store makes the run fail, so that the browser tries again', async () => {
  const { environment, read, kept } = await workerEnvironment();
  vi.spyOn(environment.store, 'read').mockRejectedValueOnce(new Error('the store does not answer'));
  await expect(sendInBackground(environment)).rejects.toThrow('the store does not answer');
  expect(await kept()).toEqual([read]);
});
