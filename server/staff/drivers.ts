import { lockStaff } from '../identity/find-staff.ts';
import type { Operation } from '../operations/operation.ts';
import { commandRoute } from '../operations/route.ts';
import { recomputeDriverStatus } from '../orders/status/driver-status.ts';
import type { Actor } from '../platform/actor.ts';
import type { DriverStatus, Tx } from '../platform/database/database.ts';
import { changeRows, oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';

export const OPERATOR_STATUSES = ['available', 'off_duty'] as const;
/** The statuses that an operator may set; `delivering` follows from orders on the road. */
export type OperatorStatus = (typeof OPERATOR_STATUSES)[number];

/**
 * Sets a driver available or off duty; a driver with orders on the road stays delivering. Returns the
 * resulting status. Throws `not_found`, `driver_not_found`.
 */
export async function setDriverStatus(
  tx: Tx,
  { shop_id }: Actor,
  { user_id, status }: { user_id: string; status: OperatorStatus },
  { changed, unchanged }: Operation,
): Promise<{ status: DriverStatus }> {
  const { email, driver_id } = await lockStaff(tx, shop_id, user_id);
  if (driver_id === null) throw Problem.about('driver_not_found', { email });
  const before = await statusOf(tx, shop_id, driver_id);
  await changeRows(tx, 'drivers', { shop_id, id: driver_id }, { status });
  await recomputeDriverStatus(tx, shop_id, driver_id);
  const after = await statusOf(tx, shop_id, driver_id);
  if (after === before) unchanged();
  else {
    changed({
      what: 'set_driver_status',
      subject_id: driver_id,
      before: { status: before },
      after: { status: after },
      touched: [{ topic: 'staff', subject_id: user_id, audience: 'desk', user_ids: [user_id] }],
    });
  }
  return { status: after };
}

export const setDriverStatusRoute = commandRoute(
  'set_driver_status',
  (tx, actor, { staff_id, status }, running) =>
    setDriverStatus(tx, actor, { user_id: staff_id, status }, running),
);

async function statusOf(tx: Tx, shop_id: number, driver_id: number): Promise<DriverStatus> {
  const reading = sql<{ status: DriverStatus }>`
    select status from drivers where shop_id = ${shop_id} and id = ${driver_id}`;
  return (await oneRow(tx, reading)).status;
}

/** Lists the driver records of all shops or of one, including those of disabled staff, by shop and name. */
export async function listDrivers(tx: Tx, shop_id?: number) {
  type Driver = {
    driver_id: number;
    shop_id: number;
    email: string;
    full_name: string;
    status: DriverStatus;
    disabled: boolean;
  };
  const of_shop = shop_id === undefined ? sql`true` : sql`d.shop_id = ${shop_id}`;
  const { rows } = await sql<Driver>`
    select d.id as driver_id, d.shop_id, u.email, d.full_name, d.status, u.disabled_at is not null as disabled
    from drivers d join users u on u.id = d.user_id where ${of_shop} order by d.shop_id, d.full_name`.execute(
    tx,
  );
  return rows;
}

/** Lists the shop's driver records by name, with role and access. For managers and admins. */
export async function driversAndRoles(tx: Tx, shop_id: number) {
  const { rows } = await sql<{
    driver_id: number;
    user_id: string;
    full_name: string;
    status: DriverStatus;
    role: string | null;
    /** True if the user belongs to this shop and is not disabled. */
    works_here: boolean;
  }>`
    select d.id as driver_id, d.user_id, d.full_name, d.status, p.role,
      p.shop_id = d.shop_id and d.user_id not in (select * from disabled_staff()) as works_here
    from drivers d join profiles p on p.id = d.user_id
    where d.shop_id = ${shop_id} order by d.full_name, d.id`.execute(tx);
  return rows;
}
