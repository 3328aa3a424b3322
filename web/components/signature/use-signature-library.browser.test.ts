import { expect, it, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { useSignatureLibrary } from './DrawnInk.tsx';

it('reports a failed load and loads again on retry', async () => {
  const load = vi
    .fn(() => import('signature_pad'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const { result, act } = await renderHook(() => useSignatureLibrary(load));
  await vi.waitFor(() => expect(result.current.state).toBe('failed'));
  await act(() => result.current.retry());
  await vi.waitFor(() => expect(result.current.state).toBe('ready'));
  expect(load).toHaveBeenCalledTimes(2);
});
