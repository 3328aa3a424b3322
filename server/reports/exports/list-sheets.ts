import { dayOf } from '../../../contract/rules/dates.ts';
import type { CellKind } from '../../../contract/rules/reports.ts';
import type { DeskOrdersQuery } from '../../../contract/schemas/desk-orders.ts';
import type { ReportRow } from '../../../contract/schemas/reports.ts';
import { listMachinesAtDesk } from '../../handovers/card-machines-at-desk.ts';
import { listDeskOrders, totalsOfDeskView } from '../../orders/desk-orders.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Config } from '../../platform/config.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readShop } from '../../platform/database/shop-facts.ts';
import { listShopStaff } from '../../staff/staff-at-desk.ts';
import { readAhead } from './report-sheet.ts';
import type { Sheet } from './sheet.ts';

/** Larger than a report's: some sortings look through all orders of the view for each page. */
const ORDERS_A_PAGE = 5_000;

export type Now = { now: Date };

const column = (id: string, kind: CellKind) => ({ id, kind });

const ORDER_COLUMNS = [
  column('order_number', 'order_number'),
  column('status', 'word'),
  column('customer_name', 'name'),
  column('phone', 'phone'),
  column('area', 'text'),
  column('delivery_address', 'text'),
  column('due_amount_fils', 'amount'),
  column('payment_method', 'word'),
  column('payment_status', 'word'),
  column('driver_name', 'name'),
  column('created_at', 'time'),
  column('promised_at', 'time'),
  column('is_late', 'flag'),
  column('actual_delivery_time', 'time'),
];

/** A view of the desk's list of orders, sorted as it is there. */
export async function ordersSheet(
  tx: Tx,
  { shop_id }: Staff,
  { after: _, ...query }: DeskOrdersQuery,
  { now }: Now,
): Promise<Sheet> {
  const desk = { shop_id, now };
  const { rows, due_amount_fils } = await totalsOfDeskView(tx, desk, query);
  const page = async (after?: string) => {
    const asked = after === undefined ? query : { ...query, after };
    const { orders, next } = await listDeskOrders(tx, desk, asked, ORDERS_A_PAGE);
    return { rows: orders, next };
  };
  return {
    ...(await today(tx, now)),
    name: `orders ${query.view}`,
    columns: ORDER_COLUMNS,
    rows,
    totals: { due_amount_fils },
    pages: async function* () {
      yield* readAhead(await page(), page);
    },
  };
}

const PEOPLE_COLUMNS = [
  column('full_name', 'name'),
  column('role', 'text'),
  column('email', 'text'),
  column('disabled', 'flag'),
  column('cash_fils', 'amount'),
  column('open_orders', 'count'),
  column('card_machines', 'text'),
  column('unsent', 'count'),
  column('last_seen_at', 'time'),
  column('sessions', 'count'),
];

export async function peopleSheet(tx: Tx, actor: Staff, config: Config, { now }: Now): Promise<Sheet> {
  const staff = await listShopStaff(tx, actor, config, now);
  const rows = staff.map(({ cash, card_machines, unsent, full_name, role, email, ...person }) => ({
    full_name,
    role,
    email,
    disabled: person.disabled,
    cash_fils: cash.cash_on_hand_fils + cash.waiting_fils,
    open_orders: person.open_orders,
    card_machines: card_machines.join(', '),
    unsent: unsent?.count ?? 0,
    last_seen_at: person.last_seen_at,
    sessions: person.sessions,
  }));
  const totals = {
    cash_fils: rows.reduce((sum, { cash_fils }) => sum + cash_fils, 0),
    open_orders: rows.reduce((sum, { open_orders }) => sum + open_orders, 0),
  };
  return { ...(await today(tx, now)), ...whole('people', rows), columns: PEOPLE_COLUMNS, totals };
}

const MACHINE_COLUMNS = [
  column('number', 'reference'),
  column('holder_name', 'name'),
  column('since', 'time'),
  column('retired_at', 'time'),
];

export async function machinesSheet(tx: Tx, actor: Staff, { now }: Now): Promise<Sheet> {
  const machines = await listMachinesAtDesk(tx, actor);
  const rows = machines.map(({ number, holder, retired_at }) => ({
    number,
    holder_name: holder?.full_name ?? null,
    since: holder?.since ?? null,
    retired_at,
  }));
  return { ...(await today(tx, now)), ...whole('machines', rows), columns: MACHINE_COLUMNS, totals: {} };
}

function whole(name: string, rows: readonly ReportRow[]) {
  return {
    name,
    rows: rows.length,
    pages: async function* () {
      yield rows;
    },
  };
}

async function today(tx: Tx, now: Date) {
  const { time_zone } = await readShop(tx);
  const day = dayOf(now, time_zone);
  return { time_zone, period: { from: day, to: day } };
}
