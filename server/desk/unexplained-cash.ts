import { z } from 'zod';
import { holdersWithSettlementDifference } from '../cash/holders-with-settlement-difference.ts';
import { unsettledDevices } from '../devices/list-devices.ts';
import { latestDayEnds } from '../handovers/latest-day-ends.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { findRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import type { RecurringJob } from '../platform/jobs/jobs.ts';
import { unexplainedOf } from './unexplained.ts';

/** The unexplained cash of all shops, in fils, and when it was computed. */
export type UnexplainedCash = { fils: number; looked_at: Date };

const KEY = { key: 'unexplained_cash' };
const EVERY_MS = 10 * 60_000;
/** A sum younger than this is not recomputed by another server, in ms. */
const FRESH_MS = 0.9 * EVERY_MS;
/** A sum older than this is ignored, in ms. */
const KEPT_MS = 60 * 60_000;

/** Runs only on servers whose metrics are collected. */
export const ADD_UP_UNEXPLAINED: RecurringJob = { task: 'add-up-unexplained', every_ms: EVERY_MS };

const kept = z.object({ fils: z.number().int(), looked_at: z.coerce.date() });

/** Returns the last sum; null if it is older than an hour. */
export async function knownUnexplained(database: Database | Tx, now: Date): Promise<UnexplainedCash | null> {
  const row = await findRow(database, 'installation', KEY, ['value']);
  const known = row && kept.parse(JSON.parse(row.value));
  return known && now.getTime() - known.looked_at.getTime() < KEPT_MS ? known : null;
}

/**
 * Adds up the unexplained cash of all shops, one transaction a shop, unless another server has just done so.
 * Stores nothing if aborted.
 */
export async function addUpUnexplained(owner: Database, now: Date, stopping: AbortSignal): Promise<void> {
  const known = await knownUnexplained(owner, now);
  if (known && now.getTime() - known.looked_at.getTime() < FRESH_MS) return;
  let fils = 0;
  const { rows: shops } = await sql<{ id: number }>`select id from shops order by id`.execute(owner);
  for (const { id } of shops) {
    if (stopping.aborted) return;
    fils += await inTransaction(owner, (tx) => unexplainedIn(tx, id, now));
  }
  const value = JSON.stringify({ fils, looked_at: now });
  await sql`insert into installation (key, value) values (${KEY.key}, ${value})
    on conflict (key) do update set value = excluded.value`.execute(owner);
}

async function unexplainedIn(tx: Tx, shop_id: number, now: Date): Promise<number> {
  const holders = await holdersWithSettlementDifference(tx, shop_id, latestDayEnds(shop_id, now));
  const found = unexplainedOf(holders, await unsettledDevices(tx, shop_id, now));
  return found.reduce((sum, { amount_fils }) => sum + (amount_fils ?? 0), 0);
}
