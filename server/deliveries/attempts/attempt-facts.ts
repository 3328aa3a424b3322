import { ATTEMPT_REASONS, type AttemptReason } from '../../../contract/rules/orders/attempts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';

export type AttemptFacts = {
  /** The order's attempts so far, undone ones included. */
  attempts: number;
  records_position: boolean;
  /** Null if the shop no longer offers the reason, which then requires nothing. */
  reason: AttemptReason | null;
  /** The shop's label of the reason, also if it is no longer offered; null for a built-in label. */
  reason_label: string | null;
};

/**
 * Reads in one statement what an attempt depends on, except its order. A phone without signal may know a
 * reason that the shop has removed meanwhile: such an attempt is recorded too. Throws `invalid_input` for a
 * reason that never existed.
 */
export async function readAttemptFacts(tx: Tx, order_id: string, key: string): Promise<AttemptFacts> {
  const facts = sql<Omit<AttemptFacts, 'reason' | 'reason_label'> & Omit<AttemptReason, 'key'> & Offered>`
    select s.records_position, count_attempts(${order_id}::uuid) as attempts,
      exists (select from attempt_reasons where shop_id = s.id) as has_own,
      r.label, r.needs_photo, r.needs_note, r.needs_time, r.is_offered
    from shops s left join attempt_reasons r on r.shop_id = s.id and r.key = ${key}
    where s.id = actor.shop_id()`;
  const { attempts, records_position, has_own, is_offered, ...own } = await oneRow(tx, facts);
  const built_in = ATTEMPT_REASONS.find((reason) => reason.key === key);
  if (is_offered === null && !built_in) throw Problem.ofInput('reason', 'is not a reason of this shop');
  const reason = is_offered ? { key, ...own } : has_own ? null : (built_in ?? null);
  return { attempts, records_position, reason, reason_label: own.label };
}

/** `is_offered` is null if the shop has no row for the reason. */
type Offered = { has_own: boolean; is_offered: boolean | null };
