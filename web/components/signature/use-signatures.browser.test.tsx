import { describe, expect, it } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import type { Signature } from './signature.ts';
import { CLEARED_BY_CHANGE, useSignatures } from './use-signatures.ts';

const KEYS = ['driver', 'admin'] as const;
const typed = (name: string): Signature => ({ kind: 'typed', png: new Blob(['png']), name });

type Content = { driver_id: number; amount: string };
const START: Content = { driver_id: 7, amount: '500' };

async function form() {
  const frames: { content: Content; signed: boolean }[] = [];
  const hook = await renderHook(
    (content: Content = START) => {
      const held = useSignatures(KEYS, content);
      frames.push({ content, signed: held.all_signed });
      return held;
    },
    { initialProps: START },
  );
  const sign = (key: 'driver' | 'admin') => hook.act(() => hook.result.current.setSignature(key, typed(key)));
  return { ...hook, sign, frames };
}

describe('useSignatures', () => {
  it('keeps the signature of each person', async () => {
    const { result, sign } = await form();
    expect(result.current.signatures).toEqual({ driver: null, admin: null });
    await sign('driver');
    expect(result.current.all_signed).toBe(false);
    await sign('admin');
    expect(result.current.all_signed).toBe(true);
    expect(result.current.signatures.driver).toMatchObject({ name: 'driver' });
    expect(result.current.notice).toBeNull();
  });

  it('does not count a name without letters as a signature', async () => {
    const { result, sign, act } = await form();
    await sign('driver');
    await act(() => result.current.setSignature('admin', typed('..')));
    expect(result.current.all_signed).toBe(false);
  });

  it('clears all pads with a notice when the signed content changes', async () => {
    const { result, sign, rerender, frames } = await form();
    await sign('driver');
    await sign('admin');
    await rerender({ ...START, amount: '5000' });
    expect(result.current.signatures).toEqual({ driver: null, admin: null });
    expect(result.current.notice).toBe(CLEARED_BY_CHANGE);
    expect(frames.filter(({ content, signed }) => content.amount === '5000' && signed)).toHaveLength(1);
    await rerender({ ...START, amount: '50000' });
    expect(result.current.notice).toBe(CLEARED_BY_CHANGE);
    await sign('driver');
    expect(result.current.notice).toBeNull();
  });

  it('keeps signatures when an equal content is passed, and shows no notice before the first one', async () => {
    const { result, sign, rerender } = await form();
    await rerender({ ...START, amount: '600' });
    expect(result.current.notice).toBeNull();
    await sign('admin');
    await rerender({ ...START, amount: '600' });
    expect(result.current.signatures.admin).not.toBeNull();
    expect(result.current.notice).toBeNull();
  });

  it('clears pads without a notice when the form is reset', async () => {
    const { result, sign, rerender, act } = await form();
    await sign('driver');
    await act(() => result.current.clearSignatures());
    await rerender({ driver_id: 8, amount: '' });
    expect(result.current.signatures.driver).toBeNull();
    expect(result.current.notice).toBeNull();
  });
});
