import { ATTEMPT_REASONS } from '../../../contract/rules/orders/attempt-reasons.ts';
import type { Tx } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';

type AttemptFacts = {
  /** The order's attempts so far, undone ones included. */
  attempts: number;
  records_position: boolean;
  /** The shop's label of the reason, also if it is no longer offered; null for a built-in label. */
  reason_label: string | null;
};

/**
 * Reads in one statement what an attempt depends on, except its order. The form requires what the reason
 * requires. A phone without signal may know earlier requirements, or a reason that the shop has removed
 * meanwhile: such an attempt is recorded too. Throws `invalid_input` for a reason that never existed.
 */
export async function readAttemptFacts(tx: Tx, order_id: string, key: string): Promise<AttemptFacts> {
  const facts = sql<AttemptFacts & { is_own: boolean }>`
    select s.records_position, count_attempts(${order_id}::uuid) as attempts, r.label as reason_label, r.key is not null as is_own
    from shops s left join attempt_reasons r on r.shop_id = s.id and r.key = ${key}
    where s.id = actor.shop_id()`;
  const { is_own, ...read } = await oneRow(tx, facts);
  if (!is_own && !ATTEMPT_REASONS.some((reason) => reason.key === key))
    throw Problem.ofInput('reason', 'is not a reason of this shop');
  return read;
}
