import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';

type StaffRow = {
  email: string;
  user_id: string;
  full_name: string;
  role: string | null;
  shop_id: number;
  /** Null for an Admin, whose driver record only remains with its deliveries. */
  driver_id: number | null;
  disabled: boolean;
};

/** Lists the staff of all shops or of one, including disabled staff, by shop and name. */
export async function listStaff(tx: Tx, shop_id?: number): Promise<StaffRow[]> {
  const of_shop = shop_id === undefined ? sql`true` : sql`p.shop_id = ${shop_id}`;
  const { rows } = await sql<StaffRow>`
    select u.email, u.id as user_id, p.full_name, p.role, p.shop_id, d.id as driver_id, u.disabled_at is not null as disabled
    from profiles p join users u on u.id = p.id
    left join drivers d on d.user_id = p.id and d.shop_id = p.shop_id and p.role is distinct from 'Admin'
    where ${of_shop} order by p.shop_id, p.full_name`.execute(tx);
  return rows;
}
