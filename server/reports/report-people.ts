import type {
  ReportPeople,
  ReportPerson,
} from '../../contract/operations/desk/reports/list-report-people.schema.ts';
import { disabledStaff } from '../handovers/handover-queries.ts';
import { readRoute } from '../operations/route.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';

/** Lists the people a report can be filtered by: past and present drivers and holders of cash. */
export async function listReportPeople(tx: Tx, { shop_id }: Staff): Promise<ReportPeople> {
  const disabled = await disabledStaff(tx);
  const { rows } = await sql<Omit<ReportPerson, 'disabled'>>`
    select p.id as user_id, p.full_name, p.role, exists (
      select from drivers d where d.shop_id = m.shop_id and d.user_id = m.user_id) as drives
    from shop_members m join profiles p on p.id = m.user_id
    where m.shop_id = ${shop_id} and (
      exists (select from drivers d where d.shop_id = m.shop_id and d.user_id = m.user_id)
      or exists (select from cash_movements c where c.shop_id = m.shop_id and c.from_user_id = m.user_id)
      or exists (select from cash_movements c where c.shop_id = m.shop_id and c.to_user_id = m.user_id))
    order by lower(p.full_name), p.id`.execute(tx);
  return { people: rows.map((person) => ({ ...person, disabled: disabled.has(person.user_id) })) };
}

export const listReportPeopleRoute = readRoute('list_report_people', ({ tx, actor }) =>
  listReportPeople(tx, actor),
);
