import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSignInQueue, hashesAtOnce, NoPlace } from './sign-in-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Simulates attempts that last until the test ends them. */
function attempts() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((end) => ends.set(name, end));
    return name;
  };
  /** Ends an attempt and advances the clock by `ms`. */
  const end = async (name: string, ms = 0) => {
    ends.get(name)?.();
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { begun, work, end };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

test.each([
  [1, 4, 1],
  [2, 4, 1],
  [4, 4, 3],
  [16, 4, 3],
  [16, 20, 15],
])('%i cores and %i threads hash %i passwords at a time', (cores, threads, at_once) => {
  expect(hashesAtOnce(cores, threads)).toBe(at_once);
});

test('at most the given number of sign-ins run concurrently, and a failed one frees its place', async () => {
  const queue = createSignInQueue(2);
  const { begun, work, end } = attempts();
  const failing = queue.unknown(async () => {
    await work('fails')();
    throw new Error('no database');
  });
  const others = ['second', 'third', 'fourth'].map((name) => queue.unknown(work(name)));
  await settled();
  expect(begun).toEqual(['fails', 'second']);
  await Promise.all([expect(failing).rejects.toThrow('no database'), end('fails')]);
  expect(begun).toEqual(['fails', 'second', 'third']);
  for (const name of ['second', 'third', 'fourth']) await end(name);
  expect(await Promise.all(others)).toEqual(['second', 'third', 'fourth']);
});

test('seventeen unknown devices are admitted and the next refused; a known device is admitted and served first', async () => {
  const queue = createSignInQueue(1);
  const { begun, work, end } = attempts();
  const strangers = Array.from({ length: 17 }, (_, n) => queue.unknown(work(`stranger ${n}`)));
  await expect(queue.unknown(work('one too many'))).rejects.toThrow(NoPlace);
  const known = queue.known('a phone', work('a phone'));
  await end('stranger 0');
  expect(begun).toEqual(['stranger 0', 'a phone']);
  await end('a phone');
  expect(begun.at(-1)).toBe('stranger 1');
  for (let n = 1; n < 17; n++) await end(`stranger ${n}`);
  expect(await Promise.all([...strangers, known])).toHaveLength(18);
  expect(begun).not.toContain('one too many');
});

test('after a turn of an unknown device the next one waits twice as long as it took; a known device does not wait', async () => {
  const queue = createSignInQueue(1);
  const { begun, work, end } = attempts();
  const strangers = ['first', 'second'].map((name) => queue.unknown(work(name)));
  await vi.advanceTimersByTimeAsync(30);
  await end('first', 59);
  expect(begun).toEqual(['first']);
  const known = queue.known('a phone', work('a phone'));
  await settled();
  expect(begun).toEqual(['first', 'a phone']);
  await end('a phone', 1);
  expect(begun).toEqual(['first', 'a phone', 'second']);
  await end('second');
  await Promise.all([...strangers, known]);
});

test('a turn that took long because of the database delays the next ones only a little', async () => {
  const queue = createSignInQueue(1);
  const { begun, work, end } = attempts();
  const strangers = ['first', 'second'].map((name) => queue.unknown(work(name)));
  await vi.advanceTimersByTimeAsync(10_000);
  await end('first', 250);
  expect(begun).toEqual(['first', 'second']);
  await end('second');
  await Promise.all(strangers);
});

test('one device has one place at a time', async () => {
  const queue = createSignInQueue(1);
  const { work, end } = attempts();
  const first = queue.known('a phone', work('first'));
  await expect(queue.known('a phone', work('second'))).rejects.toThrow(NoPlace);
  const other = queue.known('another phone', work('other'));
  await settled();
  await end('first');
  await end('other');
  expect(await Promise.all([first, other])).toEqual(['first', 'other']);
  const again = queue.known('a phone', work('again'));
  await settled();
  await end('again');
  expect(await again).toBe('again');
});
