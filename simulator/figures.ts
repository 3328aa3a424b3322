import { FAULTS, type Fault } from './faults.ts';
import type { SeedResult } from './worker.ts';

/** Statistics of many seeds. */
export type Figures = {
  add(outcome: SeedResult): void;
  /** Returns the statistics as lines, the rarest fault last; `took_ms` is the real time of the whole run. */
  lines(took_ms: number): string[];
};

export function createFigures(): Figures {
  const settled: number[] = [];
  const counts = new Map<Fault, number>(FAULTS.map((fault) => [fault, 0]));

  const all = () => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const share = (fault: Fault) => (counts.get(fault) ?? 0) / Math.max(1, all());
  const settledMedian = () => settled.toSorted((one, other) => one - other)[settled.length >> 1] ?? 0;

  return {
    add(outcome) {
      settled.push(outcome.settled);
      for (const fault of FAULTS) counts.set(fault, (counts.get(fault) ?? 0) + (outcome.faults[fault] ?? 0));
    },
    lines(took_ms) {
      const commands = settled.reduce((sum, count) => sum + count, 0);
      const per_s = (count: number) => (count / (took_ms / 1000)).toFixed(count / took_ms < 0.01 ? 2 : 0);
      return [
        `${settled.length} seeds in ${(took_ms / 1000).toFixed(0)} s: ${per_s(settled.length)} seeds/s, ${per_s(commands)} commands/s`,
        `${commands} commands settled, ${settledMedian()} a seed (median)`,
        `${all()} faults:`,
        ...FAULTS.toSorted((one, other) => share(other) - share(one)).map(
          (fault) => `  ${(100 * share(fault)).toFixed(1).padStart(5)} %  ${fault}`,
        ),
      ];
    },
  };
}
