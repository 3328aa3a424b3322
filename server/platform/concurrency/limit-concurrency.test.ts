import { expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

function gate() {
  let open = () => {};
  const closed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { closed, open };
}

it('runs up to the limit concurrently and the rest in order, and rejects work beyond the queue limit', async () => {
  const run = limitConcurrency(2, 2);
  const gates = Array.from({ length: 4 }, gate);
  const begun: number[] = [];
  const all = gates.map(({ closed }, at) =>
    run(async () => {
      begun.push(at);
      await closed;
      return at;
    }),
  );
  await expect(run(async () => 'late')).rejects.toThrow('unavailable');
  expect(begun).toEqual([0, 1]);
  gates[1]?.open();
  expect(await all[1]).toBe(1);
  expect(begun).toEqual([0, 1, 2]);
  for (const { open } of gates) open();
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(await run(async () => 'again')).toBe('again');
});

it('releases its place when work fails', async () => {
  const run = limitConcurrency(1, 1);
  const failing = run(() => Promise.reject(new Error('no')));
  const next = run(async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
