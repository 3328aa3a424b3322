import { stop } from './ending.ts';

/** Often enough to see that it goes on, seldom enough for a log. */
const EVERY_MS = 1_000;

/**
 * Answers what tells a line, at most one a second; what goes by faster is not shown, unless nothing more will be
 * heard for long. `line` is only made for those that are. Throws once the command was asked to stop: progress is when it can.
 */
export function progressLines<T>(
  tell: (line: string) => void,
  line: (progress: T) => string,
  takes_long: (progress: T) => boolean = () => false,
): (progress: T) => void {
  let next = performance.now() + EVERY_MS;
  return (progress) => {
    stop.throwIfAborted();
    const now = performance.now();
    if (now < next && !takes_long(progress)) return;
    next = now + EVERY_MS;
    tell(line(progress));
  };
}

/** 12345678 -> 12.3 MB, 4567 -> 5 kB. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`;
  return `${Math.round(bytes / 100_000) / 10} MB`;
}
