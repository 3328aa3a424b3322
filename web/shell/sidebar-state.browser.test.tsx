import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderHook } from 'vitest-browser-react';
import { useSidebar } from './sidebar-state.ts';

const cookie = () => document.cookie.split('; ').find((pair) => pair.startsWith('sidebar:state='));

afterEach(async () => {
  await cookieStore.delete('sidebar:state');
});

describe('useSidebar', () => {
  it('toggles with Ctrl+B on desktops and stores the state in its cookie for seven days', async () => {
    await page.viewport(1280, 800);
    const { result, act } = await renderHook(() => useSidebar());
    const written = vi.spyOn(Document.prototype, 'cookie', 'set');
    expect(result.current).toMatchObject({ mobile: false, open: true });
    await act(() => userEvent.keyboard('{Control>}b{/Control}'));
    expect(result.current.open).toBe(false);
    expect(cookie()).toBe('sidebar:state=false');
    expect(written.mock.calls).toEqual([['sidebar:state=false; path=/; max-age=604800; samesite=lax']]);
    written.mockRestore();
    const { expires } = (await cookieStore.get('sidebar:state')) as { expires?: number };
    if (expires !== undefined) expect(expires - Date.now()).toBeGreaterThan(6.9 * 24 * 60 * 60 * 1000);

    const again = await renderHook(() => useSidebar());
    expect(again.result.current.open).toBe(false);
  });

  it('recognizes the key of an Arabic layout, and ignores Ctrl+Shift+B', async () => {
    await page.viewport(1280, 800);
    const { result, act } = await renderHook(() => useSidebar());
    const press = (keys: KeyboardEventInit) =>
      act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { ctrlKey: true, ...keys })));
    await press({ key: 'B', code: 'KeyB', shiftKey: true });
    expect(result.current.open).toBe(true);
    await press({ key: 'لا', code: 'KeyB' });
    expect(result.current.open).toBe(false);
  });

  it('is collapsed on a low screen and full on a higher one until the user chooses', async () => {
    await page.viewport(844, 390);
    const { result, act } = await renderHook(() => useSidebar());
    expect(result.current).toMatchObject({ mobile: false, open: false });
    await act(() => page.viewport(1280, 800));
    await vi.waitFor(() => expect(result.current.open).toBe(true));
    await act(() => page.viewport(844, 390));
    await vi.waitFor(() => expect(result.current.open).toBe(false));
    expect(cookie()).toBeUndefined();
    await act(() => userEvent.keyboard('{Control>}b{/Control}'));
    expect(result.current.open).toBe(true);
    expect(cookie()).toBe('sidebar:state=true');
  });

  it('opens a panel below 768 px and does not change the cookie', async () => {
    await page.viewport(767, 800);
    const { result, act } = await renderHook(() => useSidebar());
    expect(result.current).toMatchObject({ mobile: true, panel_open: false });
    await act(() => userEvent.keyboard('{Control>}b{/Control}'));
    expect(result.current.panel_open).toBe(true);
    expect(cookie()).toBeUndefined();
  });
});
