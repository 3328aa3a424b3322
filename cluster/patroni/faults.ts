import type { PatroniNode } from './patroni-node.ts';

/** A fault that makes the primary fail, and its repair. */
export type Fault = {
  name: string;
  /** The time within which writes succeed again, in seconds; `ttl_s` is Patroni's ttl. */
  limit_s: (ttl_s: number) => number;
  inject: (node: PatroniNode) => Promise<void>;
  heal: (node: PatroniNode) => Promise<void>;
  /** True if the failed primary continues to act as primary. */
  is_unaware: boolean;
};

export const FAULTS: readonly Fault[] = [
  {
    name: 'kill -9',
    limit_s: () => 10,
    inject: (node) => node.killPostgres(),
    // Nothing to do: Patroni on the node restarts PostgreSQL as a standby.
    heal: async () => undefined,
    is_unaware: false,
  },
  {
    name: 'SIGSTOP',
    limit_s: (ttl_s) => ttl_s + 10,
    inject: (node) => node.freeze(),
    heal: (node) => node.thaw(),
    is_unaware: true,
  },
  {
    name: 'ports cut',
    limit_s: (ttl_s) => ttl_s + 10,
    inject: async (node) => node.cut(),
    heal: async (node) => node.heal(),
    is_unaware: true,
  },
];
