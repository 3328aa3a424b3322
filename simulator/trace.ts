import type { Schedule } from './schedule.ts';

/** The events of a run in order. The same seed gives the same lines. */
export type Trace = {
  tell(what: string): void;
  lines(): readonly string[];
};

export function createTrace(schedule: Schedule, print: ((line: string) => void) | null): Trace {
  const lines: string[] = [];
  const began = schedule.now();
  return {
    tell(what) {
      const line = `${((schedule.now() - began) / 1000).toFixed(3).padStart(10)}  ${what}`;
      lines.push(line);
      print?.(line);
    },
    lines: () => lines,
  };
}
