import type { Float, Floats } from '../../contract/operations/desk/cash/list-floats.schema.ts';
import { holdersIn } from '../cash/list-balances.ts';
import { readUsualAmount } from '../cash/read-usual-amount.ts';
import { isVoided } from '../cash/voids/is-voided.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';

const FLOATS_A_PAGE = 50;

type Row = Omit<Float, 'completed_at' | 'receipt'> & { completed_at: Date; path: string; sha256: string };

/** Lists floats older than the float `before`, newest first, with the possible signers. */
export async function listFloats(tx: Tx, { shop_id }: Staff, before: string | undefined): Promise<Floats> {
  const { rows } = await sql<Row>`
    select f.id, f.reference, f.direction, f.amount_fils, a.full_name as admin_name, m.full_name as manager_name, f.completed_at,
      r.path, r.sha256, ${isVoided('float', sql`f`)} as voided
    from (
      select * from cash_floats o where shop_id = ${shop_id} and (${before === undefined}::boolean or exists (
        select from cash_floats b where b.shop_id = o.shop_id and b.id = ${before ?? null}::uuid
          and (o.recorded_at, o.id) < (b.recorded_at, b.id)))
      order by recorded_at desc, id desc limit ${FLOATS_A_PAGE + 1}
    ) f
    join profiles a on a.id = f.admin_id
    join profiles m on m.id = f.manager_id
    join files r on r.shop_id = f.shop_id and r.id = f.receipt_file_id
    order by f.recorded_at desc, f.id desc`.execute(tx);
  const page = rows.slice(0, FLOATS_A_PAGE);
  const people = await signers(tx, shop_id);
  return {
    floats: page.map(({ path, sha256, completed_at, ...float }) => ({
      ...float,
      completed_at: completed_at.toISOString(),
      receipt: { bucket: 'cash-handovers', path, sha256 },
    })),
    next_before: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
    admins: people
      .filter(({ role }) => role === 'Admin')
      .map(({ user_id, full_name, held_fils }) => ({ user_id, full_name, held_fils })),
    managers: people
      .filter(({ role }) => role === 'Manager')
      .map(({ user_id, full_name }) => ({ user_id, full_name })),
    float_limit_fils: await readFloatLimit(tx, shop_id),
    usual_fils: await readUsualAmount(tx, shop_id, 'issue', 'float_return'),
  };
}

/** Reads the amount above which floats out of the safe need an approval, in fils; null: none does. */
export async function readFloatLimit(tx: Tx, shop_id: number): Promise<number | null> {
  const reading = sql<{
    float_limit_fils: number | null;
  }>`select float_limit_fils from shops where id = ${shop_id}`;
  return (await oneRow(tx, reading)).float_limit_fils;
}

/** Reads the shop's admins and managers who can sign in, by name, with their cash. */
async function signers(tx: Tx, shop_id: number) {
  const { rows } = await sql<{ user_id: string; full_name: string; role: string; held_fils: number }>`
    select p.id as user_id, p.full_name, p.role, coalesce(h.cash_on_hand_fils + h.waiting_fils, 0)::bigint as held_fils
    from profiles p
    left join (${holdersIn(shop_id)}) h on h.user_id = p.id
    where p.shop_id = ${shop_id} and p.role in ('Admin', 'Manager') and p.id not in (select disabled_staff())
    order by p.full_name, p.id`.execute(tx);
  return rows;
}
