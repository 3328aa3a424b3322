import type {
  DeviceNumbersExplained,
  ExplainDeviceNumbers,
} from '../../contract/operations/dashboard/devices/explain-device-numbers.schema.ts';
import type { Operation } from '../operations/operation.ts';
import { operationRoute } from '../operations/route.ts';
import type { Operator, Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow, oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';

type Explained = { is_own: boolean; explained: number[]; newly: number[]; user_ids: string[] };

/**
 * Records why numbers of a device will never arrive, or why its chain is broken. Only the operator, or a
 * manager who never used the device, can do so. Arrived and closed numbers do not change; a later arrival
 * counts as arrived. A later break of the chain is shown again. Throws `not_found`, `own_device`.
 */
export async function explainDeviceNumbers(
  tx: Tx,
  actor: Staff | Operator,
  { device_id, numbers, chain_broken_at, reason }: ExplainDeviceNumbers & { device_id: string },
  { now, changed, unchanged }: Operation,
): Promise<DeviceNumbersExplained> {
  const operator = actor.kind === 'operator' ? actor.account : null;
  // The chain first: a break is only found among new arrivals, and explain_numbers marks these as old.
  const explainingChain = sql<{ chain_explained: boolean }>`
    select explain_chain(${actor.shop_id}, ${device_id}::uuid, ${chain_broken_at}, ${reason}, ${operator}, ${now}) as chain_explained`;
  const has_chain = chain_broken_at !== undefined;
  const chain_explained = has_chain && (await oneRow(tx, explainingChain)).chain_explained;
  const explaining = sql<Explained>`
    select * from explain_numbers(${actor.shop_id}, ${device_id}::uuid, ${numbers}::int[], ${reason}, ${operator}, ${now})`;
  const done = await firstRow(tx, explaining);
  if (!done) throw Problem.about('not_found', { what: 'device', shop_id: actor.shop_id, device_id });
  if (done.is_own) throw new Problem('own_device');
  const { explained, newly, user_ids } = done;
  if (newly.length === 0 && !chain_explained) unchanged();
  else
    changed({
      what: 'explain_device_numbers',
      subject_id: device_id,
      after: { numbers: newly, ...(chain_explained && { chain_broken_at }) },
      personal_fields: ['reason'],
      touched: [{ topic: 'devices', subject_id: device_id, audience: 'desk', user_ids }],
    });
  return { explained, chain_explained };
}

export const explainDeviceNumbersRoute = operationRoute(
  'explain_device_numbers',
  (tx, actor, { params, body }, running) => explainDeviceNumbers(tx, actor, { ...params, ...body }, running),
);
