import type { PatroniNode } from './patroni-node.ts';

/** How a primary is taken away, and how its machine is given back. */
export type Fault = {
  name: string;
  /** Writes go through again within this, in seconds; `ttl_s` is Patroni's. */
  limit_s: (ttl_s: number) => number;
  strike: (node: PatroniNode) => Promise<void>;
  heal: (node: PatroniNode) => Promise<void>;
  /** Whether the primary of before goes on believing that it is one. */
  is_unaware: boolean;
};

export const FAULTS: readonly Fault[] = [
  {
    name: 'kill -9',
    limit_s: () => 10,
    strike: (node) => node.killPostgres(),
    // Its Patroni starts it again by itself, as a standby.
    heal: async () => undefined,
    is_unaware: false,
  },
  {
    name: 'SIGSTOP',
    limit_s: (ttl_s) => ttl_s + 10,
    strike: (node) => node.freeze(),
    heal: (node) => node.thaw(),
    is_unaware: true,
  },
  {
    name: 'ports cut',
    limit_s: (ttl_s) => ttl_s + 10,
    strike: async (node) => node.cut(),
    heal: async (node) => node.heal(),
    is_unaware: true,
  },
];
