import type { StaffRow } from '../../contract/operations/desk/staff/list-staff.schema.ts';
import type { StaffSession } from '../../contract/operations/desk/staff/list-staff-sessions.schema.ts';
import { cashOfStaff } from '../cash/list-balances.ts';
import { unsentOfStaff } from '../devices/unsent-cash.ts';
import { readRoute } from '../operations/route.ts';
import { countOpenOrders } from '../orders/status/driver-status.ts';
import type { Staff } from '../platform/actor.ts';
import type { DriverStatus, Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';
import type { SessionLimits } from '../platform/settings/config.ts';

type Account = {
  user_id: string;
  email: string;
  disabled: boolean;
  must_change_password: boolean;
  sessions: number;
  last_seen_at: Date | null;
};

const NO_CASH = { cash_on_hand_fils: 0, waiting_fils: 0 };

/** Lists the shop's staff with cash and devices by name, disabled staff last. For managers and admins. */
export async function listShopStaff(
  tx: Tx,
  { shop_id }: Staff,
  limits: SessionLimits,
  now: Date,
): Promise<StaffRow[]> {
  const people = await peopleOf(tx, shop_id);
  const accounts = await accountsOf(tx, shop_id, limits, now);
  const cash = await cashOfStaff(tx, shop_id);
  const open_orders = await countOpenOrders(tx, shop_id);
  const machines = await machinesHeld(tx, shop_id);
  const unsent = await unsentOfStaff(tx, shop_id);
  const staff = people.flatMap(({ driver_id, status, ...person }): StaffRow[] => {
    const account = accounts.get(person.user_id);
    if (!account) return [];
    const { last_seen_at, ...known } = account;
    return [
      {
        ...person,
        ...known,
        driver: driver_id === null || status === null ? null : { id: driver_id, status },
        cash: cash.get(person.user_id) ?? NO_CASH,
        open_orders: (driver_id !== null && open_orders.get(driver_id)) || 0,
        card_machines: machines.get(person.user_id) ?? [],
        unsent: unsent.get(person.user_id) ?? null,
        last_seen_at: last_seen_at?.toISOString() ?? null,
      },
    ];
  });
  return [...staff.filter(({ disabled }) => !disabled), ...staff.filter(({ disabled }) => disabled)];
}

export const listStaffRoute = readRoute('list_staff', async ({ tx, actor, services }) => ({
  staff: await listShopStaff(tx, actor, services.config, services.now()),
}));

/** Reads people with driver records. An Admin's former driver record is ignored. */
async function peopleOf(tx: Tx, shop_id: number) {
  type Person = Pick<StaffRow, 'user_id' | 'full_name' | 'role'> & {
    driver_id: number | null;
    status: DriverStatus | null;
  };
  const { rows } = await sql<Person>`
    select p.id as user_id, p.full_name, p.role, d.id as driver_id, d.status
    from profiles p
    left join drivers d on d.user_id = p.id and d.shop_id = p.shop_id and p.role is distinct from 'Admin'
    where p.shop_id = ${shop_id} order by p.full_name, p.id`.execute(tx);
  return rows;
}

async function accountsOf(
  tx: Tx,
  shop_id: number,
  limits: SessionLimits,
  now: Date,
): Promise<Map<string, Account>> {
  const { used, counted } = liveSince(limits, now);
  const asking = sql<Account>`select * from staff_accounts(${shop_id}, ${used}, ${counted})`;
  const { rows } = await asking.execute(tx);
  return new Map(rows.map((account) => [account.user_id, account]));
}

/**
 * Returns the times of last use and of start before which a session counts as ended, even if no refresh has
 * ended it yet.
 */
function liveSince({ session_unused_days, session_total_days }: SessionLimits, now: Date) {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  return { used: ago(session_unused_days), counted: ago(session_total_days) };
}

/** Returns the numbers of card machines by their holder. */
async function machinesHeld(tx: Tx, shop_id: number): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ user_id: string; numbers: string[] }>`
    select d.user_id, array_agg(m.number order by m.number) as numbers
    from card_machines m join drivers d on d.shop_id = m.shop_id and d.id = m.holder_driver_id
    where m.shop_id = ${shop_id} group by d.user_id`.execute(tx);
  return new Map(rows.map(({ user_id, numbers }) => [user_id, numbers]));
}

/** Lists the live sessions of a user of the shop, the last used first. For managers and admins. */
export async function listStaffSessions(
  tx: Tx,
  { shop_id }: Staff,
  staff_id: string,
  limits: SessionLimits,
  now: Date,
): Promise<StaffSession[]> {
  const { used, counted } = liveSince(limits, now);
  const asking = sql<
    Omit<StaffSession, 'last_used_at'> & { last_used_at: Date }
  >`select * from staff_sessions(${shop_id}, ${staff_id}::uuid, ${used}, ${counted})`;
  const { rows } = await asking.execute(tx);
  return rows.map(({ last_used_at, ...session }) => ({
    ...session,
    last_used_at: last_used_at.toISOString(),
  }));
}

export const listStaffSessionsRoute = readRoute(
  'list_staff_sessions',
  async ({ tx, actor, query, services }) => ({
    sessions: await listStaffSessions(tx, actor, query.staff_id, services.config, services.now()),
  }),
);
