import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { ChangeStreams } from '../live/change-streams.ts';
import type { Pools } from '../platform/database/pools.ts';

export type OwnSources = {
  pools: Pick<Pools, 'owner' | 'request'>;
  streams: Pick<ChangeStreams, 'count' | 'behind_seconds'>;
  /** Returns texts about conditions that limit this server; null if they cannot be determined. */
  troubles: () => Promise<readonly string[] | null>;
};

/** Adds gauges about this server; those of several servers can be added up. */
export function addOwnGauges(registry: Registry, { pools, streams, troubles }: OwnSources): void {
  const registers = [registry];
  const states: Record<string, (pool: pg.Pool) => number> = {
    busy: ({ totalCount, idleCount }) => totalCount - idleCount,
    idle: ({ idleCount }) => idleCount,
  };
  new Gauge({
    name: 'mandoob_database_connections',
    help: 'Connections that are open, by pool (request, owner) and state (busy, idle)',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(states)) {
        this.set({ pool: 'request', state }, count(pools.request));
        this.set({ pool: 'owner', state }, count(pools.owner));
      }
    },
  });
  const ofPools = (name: string, help: string, count: (pool: pg.Pool) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers,
      collect() {
        this.set({ pool: 'request' }, count(pools.request));
        this.set({ pool: 'owner' }, count(pools.owner));
      },
    });
  ofPools(
    'mandoob_database_connections_max',
    'Maximum number of connections of a pool',
    (pool) => pool.options.max,
  );
  ofPools(
    'mandoob_database_connections_waiting',
    'Transactions that wait for a connection',
    (pool) => pool.waitingCount,
  );
  new Gauge({
    name: 'mandoob_troubles',
    help: 'Number of conditions that limit this server, such as a nearly full disk: the log names them',
    registers,
    async collect() {
      // A failed check counts as one trouble.
      this.set((await troubles())?.length ?? 1);
    },
  });
  new Gauge({
    name: 'mandoob_streams',
    help: 'Open streams of hints',
    registers,
    collect() {
      this.set(streams.count());
    },
  });
  new Gauge({
    name: 'mandoob_feed_behind_seconds',
    help: 'Time since the earliest known commit that the streams have not been sent',
    registers,
    collect() {
      this.set(streams.behind_seconds());
    },
  });
}
