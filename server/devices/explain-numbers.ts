import type { DeviceNumbersExplained, ExplainDeviceNumbers } from '../../contract/schemas/devices.ts';
import type { Operation } from '../operations/operation.ts';
import type { Operator, Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { statement } from '../platform/database/statement.ts';
import { Problem } from '../platform/problem.ts';

type Explained = { is_own: boolean; explained: number[]; newly: number[]; user_ids: string[] };

/**
 * Says why numbers of a device will never arrive, by a manager who never used it, or the operator. What has arrived or is over stays so, and what
 * arrives later counts as arrived. Throws `not_found`, `own_device`.
 */
export async function explainDeviceNumbers(
  tx: Tx,
  actor: Staff | Operator,
  { device_id, numbers, reason }: ExplainDeviceNumbers & { device_id: string },
  { now, changed, unchanged }: Operation,
): Promise<DeviceNumbersExplained> {
  const operator = actor.kind === 'operator' ? actor.account : null;
  const explaining = statement<Explained>`
    select * from explain_numbers(${actor.shop_id}, ${device_id}::uuid, ${numbers}::int[], ${reason}, ${operator}, ${now})`;
  const done = await firstRow(tx, explaining);
  if (!done) throw Problem.about('not_found', { what: 'device', shop_id: actor.shop_id, device_id });
  if (done.is_own) throw new Problem('own_device');
  const { explained, newly, user_ids } = done;
  if (newly.length === 0) unchanged();
  else
    changed({
      what: 'explain_device_numbers',
      subject_id: device_id,
      after: { numbers: newly },
      personal_fields: ['reason'],
      touched: [{ topic: 'devices', subject_id: device_id, audience: 'desk', user_ids }],
    });
  return { explained };
}
