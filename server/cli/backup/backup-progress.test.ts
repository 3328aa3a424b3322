import { expect, test } from 'vitest';
import { backupProgressText } from './backup-progress.ts';

let now = 0;
const files = (done: number) => ({ what: 'files' as const, done, total: 8 });

test('shows the completed part of each step, and the remaining time estimated from the pace of the step', () => {
  const text = backupProgressText(() => now);
  const bytes = (done: number) => ({ done, total: 4_000_000 });
  const textAt = (at: number, done: number) => {
    now = at;
    return text({ step: 'files', counted: [files(done)], bytes: bytes(done * 500_000) });
  };
  // Files copied by an earlier attempt do not count for the pace.
  expect(textAt(0, 4)).toBe('files: 4 of 8 files, 2 MB of 4 MB');
  expect(textAt(10_000, 5)).toBe('files: 5 of 8 files, 2.5 MB of 4 MB, 30 s left');
  expect(textAt(400_000, 6)).toBe('files: 6 of 8 files, 3 MB of 4 MB, 7 min left');
  expect(textAt(500_000, 8)).toBe('files: 8 of 8 files, 4 MB of 4 MB');
});

test('estimates the remaining time from rows if the total of bytes is unknown', () => {
  const text = backupProgressText(() => now);
  const textAt = (at: number, done: number) => {
    now = at;
    return text({
      step: 'rows',
      counted: [{ what: 'rows', done, total: 1_000 }],
      bytes: { done: done * 100, total: null },
    });
  };
  expect(textAt(0, 0)).toBe('rows: 0 of 1000 rows, 0 kB');
  expect(textAt(2_000, 500)).toBe('rows: 500 of 1000 rows, 50 kB, 2 s left');
});
