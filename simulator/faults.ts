/** The faults that can be injected. A run counts each of them. */
export const FAULTS = [
  'request dropped',
  'answer dropped',
  'message late',
  'request repeated',
  'requests reordered',
  'network away',
  'server died',
  'server died in a transaction',
  'server died within one write',
  'connection cut before a statement',
  'connection cut within one write',
  'connection cut after a statement',
  'commit unanswered',
  'balance cannot be written',
  'disk refuses',
  'job late',
  'job twice',
  'tapped twice',
  'tapped in two tabs',
  'tab reloaded',
  'service worker woken',
  'service worker stopped',
  'battery empty',
  'phone lost',
  'signed out',
  'clock set',
  'cancelled on the road',
  'reassigned on the road',
] as const;
export type Fault = (typeof FAULTS)[number];

export type Faults = {
  count(fault: Fault): void;
  counts(): Readonly<Partial<Record<Fault, number>>>;
};

export function createFaults(): Faults {
  const counts: Partial<Record<Fault, number>> = {};
  return {
    count: (fault) => {
      counts[fault] = (counts[fault] ?? 0) + 1;
    },
    counts: () => counts,
  };
}
