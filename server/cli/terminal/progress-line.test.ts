import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { progressLines } from './print.ts';

let lines: string[];

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
});
const write = (line: string) => void lines.push(`${line}\n`);
afterEach(() => {
  vi.useRealTimers();
});

test('prints at most one line a second with the newest figures, and nothing for short work', () => {
  const line = vi.fn((done: number) => `${done} done`);
  const tell = progressLines(write, line);
  for (let done = 1; done <= 250; done++) {
    tell(done);
    vi.advanceTimersByTime(10);
  }
  expect(lines).toEqual(['101 done\n', '201 done\n']);
  expect(line).toHaveBeenCalledTimes(2);
});

test('work that takes long is reported at once', () => {
  const tell = progressLines(
    write,
    (step: string) => step,
    (step) => step === 'indexes',
  );
  for (const step of ['files', 'orders', 'indexes']) tell(step);
  expect(lines).toEqual(['indexes\n']);
});
