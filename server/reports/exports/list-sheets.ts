import type { DeskOrdersQuery } from '../../../contract/schemas/desk-orders.ts';
import { listMachinesAtDesk } from '../../handovers/card-machines-at-desk.ts';
import { listDeskOrders, totalsOfDeskView } from '../../orders/lists/desk-orders.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Config } from '../../platform/settings/config.ts';
import { listShopStaff } from '../../staff/staff-at-desk.ts';
import { withChoice } from './payment-column.ts';
import { readAhead } from './report-sheet.ts';
import { column, type Sheet } from './sheet.ts';
import { type Now, todaysPeriod, wholeSheet } from './whole-sheet.ts';

/** Larger than a report's page, because some sort orders scan all orders of the view for each page. */
const ORDERS_A_PAGE = 5_000;

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

/** Lists the orders of a desk view in its sort order. */
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
    // An attempt and missing goods are not values of one cell.
    const rows = orders.map(({ attempt: _attempt, missing: _missing, ...order }) => withChoice(order));
    return { rows, next };
  };
  return {
    ...(await todaysPeriod(tx, now)),
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
  const shape = { name: 'people', columns: PEOPLE_COLUMNS, sums: ['cash_fils', 'open_orders'] };
  return wholeSheet(tx, now, shape, rows);
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
  return wholeSheet(tx, now, { name: 'machines', columns: MACHINE_COLUMNS, sums: [] }, rows);
}
