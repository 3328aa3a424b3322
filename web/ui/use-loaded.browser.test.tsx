import { afterEach, expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { clearToasts, shownToasts } from './toast.ts';
import { useLoaded } from './use-loaded.ts';

afterEach(clearToasts);

test('a failed load shows a toast, resets the request, and is retried by the next one', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
  load.mockResolvedValue('the panel');
  const onFailed = vi.fn();
  const hook = await renderHook((wanted?: boolean) => useLoaded(load, wanted ?? false, onFailed), {
    initialProps: false,
  });
  expect(load).not.toHaveBeenCalled();
  await hook.rerender(true);
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalledOnce());
  expect(shownToasts()).toMatchObject([{ kind: 'error', title: 'This could not be opened' }]);
  expect(hook.result.current).toBeNull();
  await hook.rerender(false);
  await hook.rerender(true);
  await vi.waitFor(() => expect(hook.result.current).toBe('the panel'));
  expect(load).toHaveBeenCalledTimes(2);
});
