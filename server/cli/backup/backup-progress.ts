import type { Progress } from '../../backup/progress.ts';
import { sizeText } from '../terminal/print.ts';

/** Formats the progress of each step, with the remaining time estimated from its pace. `now` in ms. */
export function backupProgressText(now: () => number): (progress: Progress) => string {
  let begun: { step: string; at: number; share: number } | undefined;
  return (progress) => {
    const share = shareOf(progress);
    if (begun?.step !== progress.step) begun = { step: progress.step, at: now(), share };
    const left = leftText((now() - begun.at) * ((1 - share) / (share - begun.share)));
    return `${progress.step}: ${[...amounts(progress), ...left].join(', ')}`;
  };
}

function amounts({ counted, bytes }: Progress): string[] {
  const counts = counted.map(({ what, done, total }) => `${done} of ${total} ${what}`);
  if (!bytes) return counts;
  const of = bytes.total === null ? '' : ` of ${sizeText(bytes.total)}`;
  return [...counts, `${sizeText(bytes.done)}${of}`];
}

/** The completed share of the step, from 0 to 1: by bytes if their total is known. */
function shareOf({ counted, bytes }: Progress): number {
  const { done, total } =
    bytes && bytes.total !== null ? { ...bytes, total: bytes.total } : (counted[0] ?? { done: 0, total: 0 });
  return total === 0 ? 1 : done / total;
}

/** Returns the time left; empty if the pace is unknown or the step is complete. */
function leftText(ms: number): string[] {
  if (!Number.isFinite(ms) || ms <= 0) return [];
  const seconds = Math.ceil(ms / 1_000);
  return [seconds < 100 ? `${seconds} s left` : `${Math.ceil(seconds / 60)} min left`];
}
