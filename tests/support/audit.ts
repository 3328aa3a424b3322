import type { Database } from '../../server/platform/database/database.ts';
import { sql } from '../../server/platform/database/sql.ts';
import { build } from './query-builder.ts';

export type AuditRow = {
  shop_id: number;
  source: string;
  user_id: string | null;
  operator: string | null;
  client_address: string | null;
  device: string | null;
  what: string;
  subject_id: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  personal_fields: string[];
  command_id: string | null;
};

/** Returns the rows that `work` adds to the audit trail and the topics that it adds to the feed. */
export async function leftBy(
  owner: Database,
  work: () => Promise<unknown>,
): Promise<{ audit: AuditRow[]; topics: string[] }> {
  const rows = () => build(owner).selectFrom('audit_events').selectAll().orderBy('id').execute();
  const hints = () => build(owner).selectFrom('feed').select(['id', 'topic']).orderBy('id').execute();
  const [known_rows, known_hints] = [
    new Set((await rows()).map(({ id }) => id)),
    new Set((await hints()).map(({ id }) => id)),
  ];
  await work();
  const fresh = (await rows()).filter(({ id }) => !known_rows.has(id));
  return {
    audit: fresh.map(({ id: _id, recorded_at: _at, ...row }) => row as AuditRow),
    topics: (await hints()).filter(({ id }) => !known_hints.has(id)).map(({ topic }) => topic),
  };
}

/** Returns the personal values and free texts of this database, and those that audit trail or feed repeat. */
export async function personalValuesInAudit(owner: Database): Promise<{ values: string[]; found: string[] }> {
  const { rows } = await sql<{ value: string }>`
    select distinct value from (
      select unnest(array[email, password_hash]) as value from users
      union all select full_name from profiles
      union all select unnest(array[first_name, last_name, phone]) from customers
      union all select unnest(array[delivery_address, notes]) from orders
      union all select customer_name from delivery_confirmations
      union all select unnest(array[driver_signer, admin_signer, notes]) from cash_handovers
      union all select unnest(array[signer, notes]) from bank_deposits
      union all select unnest(array[admin_signer, manager_signer]) from cash_floats
      union all select reason from cash_adjustments
      union all select unnest(array[reason, record ->> 'own_signer', record ->> 'admin_signer']) from approvals
      union all select reason from approval_decisions
      union all select unnest(array[reason, own_signer, other_signer]) from cash_voids
      union all select unnest(array[reason, person_signer, staff_signer]) from cash_settlements
      union all select reason from cash_differences
      union all select reason from salary_proposals
    ) personal where length(value) > 2`.execute(owner);
  const kept = await sql<{ text: string }>`
    select concat_ws(' ', what, subject_id, before, after, personal_fields) as text from audit_events
    union all select concat_ws(' ', topic, subject_id) from feed`.execute(owner);
  const text = kept.rows.map((row) => row.text).join('\n');
  const values = rows.map(({ value }) => value);
  return { values, found: values.filter((value) => text.includes(value)) };
}
