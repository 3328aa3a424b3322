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
  const report = progressLines(write, line);
  for (let done = 1; done <= 250; done++) {
    report(done);
    vi.advanceTimersByTime(10);
  }
  expect(lines).toEqual(['101 done\n', '201 done\n']);
  expect(line).toHaveBeenCalledTimes(2);
});

test('prints the start of long work at once', () => {
  const report = progressLines(
    write,
    (step: string) => step,
    (step) => step === 'indexes',
  );
  for (const step of ['files', 'orders', 'indexes']) report(step);
  expect(lines).toEqual(['indexes\n']);
});
