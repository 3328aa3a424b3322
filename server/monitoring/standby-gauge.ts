import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../platform/database/database.ts';
import type { Standby } from '../platform/database/standby.ts';
import type { Log } from '../platform/log.ts';
import { knownForAWhile, type Patience } from './known-for-a-while.ts';

export type StandbySources = {
  /** Null: this server reads none. */
  standby: Pick<Standby, 'behindSeconds'> | null;
  owner: Database;
  log: Log;
};

/** A gauge of the copy that reports and exports read. Answers who sets it, by a look of which nobody waits for the end. */
export function addStandbyGauge(
  registry: Registry,
  { standby, owner, log }: StandbySources,
  patience: Patience,
): () => Promise<void> {
  if (!standby) return async () => undefined;
  const gauge = new Gauge({
    name: 'mandoob_standby_behind_seconds',
    help: 'How old what the standby answers is at most; +Inf where it cannot be read',
    registers: [registry],
  });
  const behind = knownForAWhile(
    () => standby.behindSeconds(owner),
    (error) => log.warn({ err: error }, 'the standby cannot be compared with the primary'),
    patience,
  );
  // One that does not even answer in time cannot be read.
  return async () => gauge.set((await behind()) ?? Number.POSITIVE_INFINITY);
}
