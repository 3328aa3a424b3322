import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { ChangeStreams } from '../live/change-streams.ts';
import type { Pools } from '../platform/database/pools.ts';

export type OwnSources = {
  pools: Pick<Pools, 'owner' | 'request'>;
  streams: Pick<ChangeStreams, 'count' | 'behind_seconds'>;
  /** What keeps this server from working as it should; null where that cannot be found out. */
  troubles: () => Promise<readonly string[] | null>;
};

/** What this server knows of itself when it is asked: each server tells its own, and they add up. */
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
    'Connections that a pool opens at most',
    (pool) => pool.options.max,
  );
  ofPools(
    'mandoob_database_connections_waiting',
    'Transactions that wait for a connection',
    (pool) => pool.waitingCount,
  );
  new Gauge({
    name: 'mandoob_troubles',
    help: 'What keeps this server from working as it should, as a nearly full disk: the log says what',
    registers,
    async collect() {
      // A disk that cannot even be looked at is one.
      this.set((await troubles())?.length ?? 1);
    },
  });
  new Gauge({
    name: 'mandoob_streams',
    help: 'Streams of hints that are open',
    registers,
    collect() {
      this.set(streams.count());
    },
  });
  new Gauge({
    name: 'mandoob_feed_behind_seconds',
    help: 'For how long something is known to have been committed that the streams have not been told',
    registers,
    collect() {
      this.set(streams.behind_seconds());
    },
  });
}
