import type { DeviceRow } from '../../contract/operations/dashboard/devices/list-devices.schema.ts';
import { DELIVERABLE_STATUSES } from '../../contract/rules/orders/order-life.ts';
import { readRoute } from '../operations/route.ts';
import { isInStatus } from '../orders/in-status.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';

/** A number is shown as not arrived after this time, in ms (ruling G4). */
const SHOWN_AFTER_MS = 15 * 60 * 1000;
/** The maximum for one device; the lowest numbers come first. */
const NUMBERS_MAX = 1_000;
const ORDERS_MAX = 50;

type Device = {
  id: string;
  name: string | null;
  last_seen_at: Date;
  last_user_id: string;
  users: DeviceRow['users'];
  unnumbered_count: number;
  unnumbered_fils: number;
  chain_broken_at: number | null;
};

type Unsettled = {
  device_id: string;
  number: number;
  state: 'open' | 'missing';
  /** False for an arrangement of stops, whose loss would not matter. */
  is_work: boolean;
  user_id: string | null;
  amount_fils: number | null;
  known_since: Date;
};

export type ListedDevice = Omit<DeviceRow, 'may_explain'>;
/** A device without the open orders of its last user. */
export type UnsettledDevice = Omit<ListedDevice, 'open_orders'>;

/** Lists the devices that the actor can see: all of the shop for managers and admins, otherwise their own. */
export async function listDevices(tx: Tx, actor: Staff, now: Date): Promise<DeviceRow[]> {
  const sees_shop = actor.role === 'Manager' || actor.role === 'Admin';
  const devices = await devicesOf(tx, actor.shop_id, now, sees_shop ? null : actor.user_id);
  return devices.map((device) => ({
    ...device,
    may_explain: actor.role === 'Manager' && device.users.every(({ user_id }) => user_id !== actor.user_id),
  }));
}

export const listDevicesRoute = readRoute('list_devices', async ({ tx, actor, services }) => ({
  devices: await listDevices(tx, actor, services.now()),
}));

/**
 * Lists the shop's devices that the current user can see, last seen first. With `orders_of`, only this user's
 * open orders are included.
 */
export async function devicesOf(
  tx: Tx,
  shop_id: number,
  now: Date,
  orders_of: string | null = null,
): Promise<ListedDevice[]> {
  const devices = await unsettledDevices(tx, shop_id, now);
  const last_users = devices.map(({ last_user }) => last_user.user_id);
  const orders = await openOrdersOf(
    tx,
    shop_id,
    orders_of === null ? last_users : last_users.filter((one) => one === orders_of),
  );
  return devices.map((device) => ({
    ...device,
    open_orders: summed(orders.get(device.last_user.user_id) ?? []),
  }));
}

/** Lists the visible devices of the shop with pending and missing numbers, last seen first. */
export async function unsettledDevices(tx: Tx, shop_id: number, now: Date): Promise<UnsettledDevice[]> {
  const reading = sql<Device>`select * from devices_in_sight(${shop_id})`;
  const { rows: devices } = await reading.execute(tx);
  const ids = devices.map(({ id }) => id);
  const readingNumbers = sql<Unsettled>`select * from unsettled_device_numbers(${shop_id}, ${ids}::uuid[])`;
  const { rows } = await readingNumbers.execute(tx);
  const unsettled = grouped(rows, 'device_id');
  return devices.map((device) => {
    const numbers = unsettled.get(device.id) ?? [];
    return {
      ...seen(device),
      unsent: unsentOn(device, numbers),
      not_arrived: notArrived(device, numbers, now),
      chain_broken_at: device.chain_broken_at,
    };
  });
}

function seen({ id, name, last_seen_at, last_user_id, users }: Device) {
  return {
    id,
    name,
    last_seen_at: last_seen_at.toISOString(),
    last_user: person(users, last_user_id),
    users,
  };
}

function person(users: Device['users'], user_id: string) {
  const full_name = users.find((user) => user.user_id === user_id)?.full_name ?? '';
  return { user_id, full_name };
}

function unsentOn({ unnumbered_count, unnumbered_fils }: Device, numbers: readonly Unsettled[]) {
  const open = numbers.filter(({ state, is_work }) => state === 'open' && is_work);
  return {
    count: unnumbered_count + open.length,
    amount_fils: open.reduce((sum, { amount_fils }) => sum + (amount_fils ?? 0), unnumbered_fils),
  };
}

function notArrived({ users }: Device, numbers: readonly Unsettled[], now: Date): DeviceRow['not_arrived'] {
  const shown = numbers.filter(({ known_since }) => now.getTime() - known_since.getTime() > SHOWN_AFTER_MS);
  return shown.slice(0, NUMBERS_MAX).map(({ number, user_id, amount_fils, known_since }) => ({
    number,
    user: user_id === null ? null : person(users, user_id),
    amount_fils,
    since: known_since.toISOString(),
  }));
}

type OpenOrder = { user_id: string; order_number: string; due_amount_fils: number };

/** Reads the orders that these users have out for delivery, oldest first. */
async function openOrdersOf(
  tx: Tx,
  shop_id: number,
  user_ids: readonly string[],
): Promise<Map<string, OpenOrder[]>> {
  if (user_ids.length === 0) return new Map();
  const { rows } = await sql<OpenOrder>`
    select d.user_id, o.order_number, o.due_amount_fils
    from drivers d join orders o on o.shop_id = d.shop_id and o.driver_id = d.id
    where d.shop_id = ${shop_id} and d.user_id = any(${[...new Set(user_ids)]}::uuid[])
      and ${isInStatus('o.status', DELIVERABLE_STATUSES)}
    order by o.created_at, o.id`.execute(tx);
  return grouped(rows, 'user_id');
}

function summed(orders: readonly OpenOrder[]): DeviceRow['open_orders'] {
  return {
    count: orders.length,
    due_fils: orders.reduce((sum, { due_amount_fils }) => sum + due_amount_fils, 0),
    orders: orders
      .slice(0, ORDERS_MAX)
      .map(({ order_number, due_amount_fils }) => ({ order_number, due_amount_fils })),
  };
}

function grouped<Key extends string, Row extends Record<Key, string>>(
  rows: readonly Row[],
  by: Key,
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) (groups.get(row[by]) ?? groups.set(row[by], []).get(row[by]))?.push(row);
  return groups;
}
