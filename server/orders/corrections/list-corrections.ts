import type { ListedCorrection } from '../../../contract/schemas/corrections.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { factsOf, requestedFacts } from './listed-facts.ts';

const FILE = (alias: string) => sql`case when ${sql.ref(`${alias}.id`)} is not null then jsonb_build_object(
  'bucket', 'order-deliveries', 'path', ${sql.ref(`${alias}.path`)}, 'sha256', ${sql.ref(`${alias}.sha256`)}) end`;

type Row = Omit<ListedCorrection, 'recorded_at'> & { confirmation_id: string; recorded_at: Date };

/**
 * Lists the corrections of these deliveries by delivery, first to last, with the requests for corrections
 * that are pending or were not approved. People whom the reader may not see have no name.
 */
export async function listCorrections(
  tx: Tx,
  shop_id: number,
  confirmation_ids: readonly string[],
): Promise<Map<string, ListedCorrection[]>> {
  const listed = new Map<string, ListedCorrection[]>();
  if (confirmation_ids.length === 0) return listed;
  const ids = sql`any(${[...confirmation_ids]}::uuid[])`;
  const { rows } = await sql<Row>`
    select * from (
      select k.confirmation_id, k.id, k.number, 'recorded' as state, ${factsOf('correction', 'k')} as facts,
        case when k.erased_at is null then k.reason end as reason, coalesce(p.full_name, '') as by, coalesce(dp.full_name, g.operator) as decided_by,
        case d.kind when 'shortage' then -d.amount_fils when 'over' then d.amount_fils else 0 end as difference_fils, k.recorded_at,
        ${FILE('fp')} as photo, ${FILE('fd')} as document
      from delivery_corrections k
      left join profiles p on p.id = k.recorded_by
      left join approval_decisions g on g.shop_id = k.shop_id and g.approval_id = k.approval_id
      left join profiles dp on dp.id = g.decided_by
      left join cash_differences d on d.shop_id = k.shop_id and d.correction_id = k.id
      left join files fp on fp.shop_id = k.shop_id and fp.id = k.photo_file_id and fp.erased_at is null
      left join files fd on fd.shop_id = k.shop_id and fd.id = k.document_file_id and fd.erased_at is null
      where k.shop_id = ${shop_id} and k.confirmation_id = ${ids}
      union all
      select n.confirmation_id, (a.record ->> 'id')::uuid, (a.record ->> 'number')::int,
        coalesce(g.outcome, case when a.expires_at <= now() then 'expired' else 'pending' end),
        ${requestedFacts(sql`a.record`, sql`c.erased_at is not null`)}, null, coalesce(p.full_name, ''), coalesce(dp.full_name, g.operator),
        0, a.requested_at, ${FILE('fp')}, ${FILE('fd')}
      from approvals a
      cross join lateral (select (a.record ->> 'confirmation_id')::uuid as confirmation_id, (a.record ->> 'photo_file_id')::uuid as photo_id,
        (a.record ->> 'document_file_id')::uuid as document_id) n
      join delivery_confirmations c on c.shop_id = a.shop_id and c.id = n.confirmation_id
      left join profiles p on p.id = a.requested_by
      left join approval_decisions g on g.shop_id = a.shop_id and g.approval_id = a.id
      left join profiles dp on dp.id = g.decided_by
      left join files fp on fp.shop_id = a.shop_id and fp.id = n.photo_id and fp.erased_at is null
      left join files fd on fd.shop_id = a.shop_id and fd.id = n.document_id and fd.erased_at is null
      where a.shop_id = ${shop_id} and a.kind = 'correction' and n.confirmation_id = ${ids} and g.outcome is distinct from 'approved'
    ) all_of order by recorded_at, number`.execute(tx);
  for (const { confirmation_id, recorded_at, ...row } of rows) {
    const of_delivery = listed.get(confirmation_id) ?? [];
    of_delivery.push({ ...row, recorded_at: recorded_at.toISOString() });
    listed.set(confirmation_id, of_delivery);
  }
  return listed;
}
