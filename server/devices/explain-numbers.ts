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
 * Says why numbers of a device will never arrive, or its chain does not hold, by a manager who never used it, or the operator. What has arrived or
 * is over stays so, what arrives later counts as arrived, and a chain is shown again once it breaks anew. Throws `not_found`, `own_device`.
 */
export async function explainDeviceNumbers(
  tx: Tx,
  actor: Staff | Operator,
  { device_id, numbers, chain_broken_at, reason }: ExplainDeviceNumbers & { device_id: string },
  { now, changed, unchanged }: Operation,
): Promise<DeviceNumbersExplained> {
  const operator = actor.kind === 'operator' ? actor.account : null;
  // Before the numbers: with them, what arrived meanwhile is no longer new, and where the chain breaks is asked of what is new.
  const looking = sql<{ chain_explained: boolean }>`
    select explain_chain(${actor.shop_id}, ${device_id}::uuid, ${chain_broken_at}, ${reason}, ${operator}, ${now}) as chain_explained`;
  const is_asked = chain_broken_at !== undefined;
  const chain_explained = is_asked && (await oneRow(tx, looking)).chain_explained;
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
