import type {
  HandoverDriver,
  HandoverDrivers,
} from '../../contract/operations/dashboard/cash/list-handover-drivers.schema.ts';
import type { HandoverRow } from '../../contract/operations/dashboard/cash/list-handovers-today.schema.ts';
import type { OutstandingCash } from '../../contract/operations/dashboard/cash/reads/list-outstanding-cash.schema.ts';
import type { DriverBalance } from '../../contract/operations/dashboard/cash/reads/read-driver-balance.schema.ts';
import { DELIVERABLE_STATUSES } from '../../contract/rules/orders/order-life.ts';
import type { DriverHandoverType } from '../../contract/rules/references.ts';
import { cashOf, cashOrUnreadable } from '../cash/balances.ts';
import { listOutstanding } from '../cash/list-balances.ts';
import { readUsualAmount } from '../cash/read-usual-amount.ts';
import { isVoided } from '../cash/voids/is-voided.ts';
import { unsentOfStaff } from '../devices/unsent-cash.ts';
import { pendingExpenses } from '../expenses/pending-expenses.ts';
import { readRoute } from '../operations/route.ts';
import { isInStatus } from '../orders/in-status.ts';
import type { Staff } from '../platform/actor.ts';
import { startOfDay } from '../platform/database/business-day.ts';
import type { Tx } from '../platform/database/database.ts';
import { findRow } from '../platform/database/rows.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';
import { listCardMachines } from './card-machines.ts';

/** Returns the shop's drivers with their status, the card machines, and the admin's own cash. */
export async function readHandoverDrivers(tx: Tx, actor: Staff): Promise<HandoverDrivers> {
  return {
    drivers: await listDrivers(tx, actor.shop_id),
    card_machines: await listCardMachines(tx, actor.shop_id),
    own_cash: await cashOrUnreadable(tx, actor.shop_id, actor.user_id),
    usual_fils: {
      start: await readUsualAmount(tx, actor.shop_id, 'start_handover'),
      end: await readUsualAmount(tx, actor.shop_id, 'end_handover'),
    },
  };
}

export const listHandoverDriversRoute = readRoute('list_handover_drivers', ({ tx, actor }) =>
  readHandoverDrivers(tx, actor),
);

/**
 * Lists by name the drivers who are not disabled, still in the shop and not Admins; their driver records
 * stay.
 */
async function listDrivers(tx: Tx, shop_id: number): Promise<HandoverDriver[]> {
  const disabled = await disabledStaff(tx);
  const { rows } = await sql<HandoverDriver>`
    select d.id, d.user_id, d.full_name, d.status, count(o.id) as orders_out
    from drivers d
    join profiles p on p.id = d.user_id and p.shop_id = d.shop_id
    left join orders o on o.shop_id = d.shop_id and o.driver_id = d.id and ${isInStatus('o.status', DELIVERABLE_STATUSES)}
    where d.shop_id = ${shop_id} and p.role is distinct from 'Admin'
    group by d.shop_id, d.id order by d.full_name, d.id`.execute(tx);
  return rows.filter(({ user_id }) => !disabled.has(user_id));
}

/**
 * Returns a driver's balance, the work not sent yet from their devices, and their pending expenses. Throws
 * `driver_unknown`.
 */
export async function readDriverBalance(
  tx: Tx,
  shop_id: number,
  driver_id: number,
  now: Date,
): Promise<DriverBalance> {
  const driver = await findRow(tx, 'drivers', { shop_id, id: driver_id }, ['user_id']);
  if (!driver) throw new Problem('driver_unknown');
  const [cash, unsent] = [await cashOf(tx, shop_id, driver.user_id), await unsentOfStaff(tx, shop_id)];
  const expenses = await pendingExpenses(tx, shop_id, now);
  return {
    ...cash,
    unsent: unsent.get(driver.user_id) ?? null,
    expenses_fils: expenses.get(driver.user_id)?.amount_fils ?? 0,
  };
}

export const readDriverBalanceRoute = readRoute('read_driver_balance', ({ tx, actor, query, services }) =>
  readDriverBalance(tx, actor.shop_id, query.driver_id, services.now()),
);

/** Lists the shop's starts or ends of day on the current business day, newest first. */
export async function listHandoversToday(
  tx: Tx,
  shop_id: number,
  handover_type: DriverHandoverType,
  now: Date,
): Promise<HandoverRow[]> {
  const { time_zone } = await readShop(tx);
  const { rows } = await sql<FoundHandover>`
    select h.id, h.handover_reference, h.driver_id, h.amount_fils, h.difference_fils, h.completed_at,
      h.card_machine_given, h.card_machine_received, m.number as card_machine_number,
      d.full_name as driver_name, a.full_name as admin_name, f.path, f.sha256, ${isVoided('handover', sql`h`)} as voided
    from cash_handovers h
    join drivers d on d.shop_id = h.shop_id and d.id = h.driver_id
    join profiles a on a.id = h.admin_id
    join files f on f.shop_id = h.shop_id and f.id = h.receipt_file_id
    left join card_machines m on m.shop_id = h.shop_id and m.id = h.card_machine_id
    where h.shop_id = ${shop_id} and h.handover_type = ${handover_type}
      and h.completed_at >= ${startOfDay(now, time_zone)} and h.completed_at < ${startOfDay(now, time_zone, 1)}
    order by h.completed_at desc, h.id desc`.execute(tx);
  return rows.map(({ path, sha256, completed_at, ...row }) => ({
    ...row,
    handover_type,
    completed_at: completed_at.toISOString(),
    receipt: { bucket: 'cash-handovers', path, sha256 },
  }));
}

export const listHandoversTodayRoute = readRoute(
  'list_handovers_today',
  async ({ tx, actor, query, services }) => ({
    handovers: await listHandoversToday(tx, actor.shop_id, query.handover_type, services.now()),
  }),
);

type FoundHandover = Omit<HandoverRow, 'handover_type' | 'completed_at' | 'receipt'> & {
  completed_at: Date;
  path: string;
  sha256: string;
};

/** Lists the holders of the shop's cash, the manager included, and users with only unsent work. */
export async function listOutstandingCash(tx: Tx, shop_id: number, now: Date): Promise<OutstandingCash> {
  const outstanding = await listOutstanding(tx, shop_id);
  const disabled = await disabledStaff(tx);
  const unsent = await unsentOfStaff(tx, shop_id);
  const expenses = await pendingExpenses(tx, shop_id, now);
  const { rows: drivers } = await sql<{ id: number; user_id: string }>`
    select id, user_id from drivers where shop_id = ${shop_id}`.execute(tx);
  const driver_ids = new Map(drivers.map(({ id, user_id }) => [user_id, id]));
  const rows = outstanding.map((row) => ({
    ...row,
    last_updated: row.last_updated.toISOString(),
    disabled: disabled.has(row.user_id),
    driver_id: driver_ids.get(row.user_id) ?? null,
    unsent: unsent.get(row.user_id) ?? null,
    expenses_fils: expenses.get(row.user_id)?.amount_fils ?? 0,
  }));
  const total_fils = rows.reduce((sum, row) => sum + row.cash_on_hand_fils + row.waiting_fils, 0);
  const listed = new Set(rows.map(({ user_id }) => user_id));
  const others = await namesOf(
    tx,
    [...unsent.keys()].filter((user_id) => !listed.has(user_id)),
  );
  const unsent_only = others
    .map((person) => ({
      ...person,
      disabled: disabled.has(person.user_id),
      driver_id: driver_ids.get(person.user_id) ?? null,
      unsent: unsent.get(person.user_id) ?? null,
    }))
    .sort((a, b) => (b.unsent?.amount_fils ?? 0) - (a.unsent?.amount_fils ?? 0));
  const usual_fils = await readUsualAmount(tx, shop_id, 'collection');
  return { rows, total_fils, unsent_only, usual_fils };
}

export const listOutstandingCashRoute = readRoute('list_outstanding_cash', ({ tx, actor, services }) =>
  listOutstandingCash(tx, actor.shop_id, services.now()),
);

async function namesOf(tx: Tx, user_ids: readonly string[]) {
  if (user_ids.length === 0) return [];
  const { rows } = await sql<{ user_id: string; full_name: string; role: string | null }>`
    select id as user_id, full_name, role from profiles
    where id = any(${[...user_ids]}::uuid[]) order by full_name, id`.execute(tx);
  return rows;
}

/** Returns the disabled users of the actor's shop. For managers and admins; empty for others. */
export async function disabledStaff(tx: Tx): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`select disabled_staff() as user_id`.execute(tx);
  return new Set(rows.map(({ user_id }) => user_id));
}
