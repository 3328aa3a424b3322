import { Command } from 'commander';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { progressLines } from './progress-line.ts';

let lines: string[];
let command: Command;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  command = new Command().configureOutput({ writeErr: (text) => lines.push(text) });
});
afterEach(() => {
  vi.useRealTimers();
});

test('one line a second, with what is then true; nothing of what is over sooner', () => {
  const line = vi.fn((done: number) => `${done} done`);
  const tell = progressLines(command, line);
  for (let done = 1; done <= 250; done++) {
    tell(done);
    vi.advanceTimersByTime(10);
  }
  expect(lines).toEqual(['101 done\n', '201 done\n']);
  expect(line).toHaveBeenCalledTimes(2);
});

test('what takes long is told at once', () => {
  const tell = progressLines(
    command,
    (step: string) => step,
    (step) => step === 'indexes',
  );
  for (const step of ['files', 'orders', 'indexes']) tell(step);
  expect(lines).toEqual(['indexes\n']);
});
