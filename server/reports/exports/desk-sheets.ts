import { readDriverBoard } from '../../desk/read-driver-board.ts';
import { listDevices } from '../../devices/list-devices.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { listImportProblems } from '../../shopify/import-problems/import-problems.ts';
import { withChoice } from './payment-column.ts';
import { column, type Sheet } from './sheet.ts';
import { type Now, wholeSheet } from './whole-sheet.ts';

const PHONES = {
  name: 'phones',
  columns: [
    column('last_user_name', 'name'),
    column('device', 'text'),
    column('last_seen_at', 'time'),
    column('missing', 'count'),
    column('missing_numbers', 'text'),
    column('follows', 'flag'),
    column('unsent', 'count'),
    column('unsent_fils', 'amount'),
    column('open_orders', 'count'),
    column('due_fils', 'amount'),
  ],
  // Every device a user has used repeats their open orders, so these are not added up.
  sums: ['missing', 'unsent', 'unsent_fils'],
};

/** Lists each device with missing and unsent records and its user's open orders. */
export async function devicesSheet(tx: Tx, actor: Staff, { now }: Now): Promise<Sheet> {
  const devices = await listDevices(tx, actor, now);
  const rows = devices.map(({ name, last_user, last_seen_at, not_arrived, unsent, ...device }) => ({
    last_user_name: last_user.full_name,
    device: name,
    last_seen_at,
    missing: not_arrived.length,
    missing_numbers: not_arrived.map(({ number }) => number).join(', '),
    follows: device.chain_broken_at === null,
    unsent: unsent.count,
    unsent_fils: unsent.amount_fils,
    open_orders: device.open_orders.count,
    due_fils: device.open_orders.due_fils,
  }));
  return wholeSheet(tx, now, PHONES, rows);
}

const STOPS = {
  name: 'stops',
  columns: [
    column('driver_name', 'name'),
    column('stop', 'count'),
    column('order_number', 'order_number'),
    column('status', 'word'),
    column('customer_name', 'name'),
    column('area', 'text'),
    column('delivery_address', 'text'),
    column('due_amount_fils', 'amount'),
    column('payment_method', 'word'),
    column('payment_status', 'word'),
    column('promised_at', 'time'),
    column('is_late', 'flag'),
  ],
  sums: ['due_amount_fils'],
};

/** Lists the stops of every driver in route order. */
export async function stopsSheet(tx: Tx, actor: Staff, { now }: Now): Promise<Sheet> {
  const { drivers } = await readDriverBoard(tx, actor, now);
  const rows = drivers.flatMap(({ full_name, stops }) =>
    stops.map(({ id: _, version: __, ...stop }, at) => ({
      ...withChoice(stop),
      driver_name: full_name,
      stop: at + 1,
    })),
  );
  return wholeSheet(tx, now, STOPS, rows);
}

/** The limit is above that of the screen, which lists only the newest. */
const ALL = 1_000_000;

const IMPORT_PROBLEMS = {
  name: 'import problems',
  columns: [
    column('order_number', 'order_number'),
    column('told_at', 'time'),
    column('wrong', 'text'),
    column('fix', 'word'),
    column('store_url', 'text'),
  ],
  sums: [],
};

/** Lists orders of the store that were not imported, with the reason and the fix. */
export async function importProblemsSheet(tx: Tx, actor: Staff, { now }: Now): Promise<Sheet> {
  const { orders } = await listImportProblems(tx, actor, ALL);
  const rows = orders.map(({ order_number, told_at, faults, reason, fix, store_url }) => {
    const wrong = faults.map(({ field, message }) => `${field}: ${message}`).join('; ');
    return { order_number, told_at, wrong: wrong || reason, fix, store_url };
  });
  return wholeSheet(tx, now, IMPORT_PROBLEMS, rows);
}
