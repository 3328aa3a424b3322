import type { StopsArranged } from '../../contract/operations/dashboard/deliveries/arrange-stops.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { findStaff } from '../../server/identity/find-staff.ts';
import { addShop as addShopAs } from '../../server/identity/shops.ts';
import { runAs, SERVER } from '../../server/operations/run-as.ts';
import { importOrders as importOrdersAs } from '../../server/orders/import/import-orders.ts';
import type { OrderKey } from '../../server/orders/lock-shop-order.ts';
import * as assigning from '../../server/orders/status/assign-order.ts';
import * as moving from '../../server/orders/status/move-order.ts';
import { reopenOrder as reopenOrderAs } from '../../server/orders/status/reopen-order.ts';
import * as arranging from '../../server/orders/stops/arrange-stops.ts';
import type { Actor, Author } from '../../server/platform/actor.ts';
import type { Database, Tx } from '../../server/platform/database/database.ts';
import type { SecretBox } from '../../server/platform/secrets/sealed-secrets.ts';
import {
  dismissListed as dismissListedAs,
  retryShopify as retryShopifyAs,
} from '../../server/shopify/import-problems/retry-shopify.ts';
import {
  connectShopify as connectShopifyAs,
  type NewConnection,
} from '../../server/shopify/store/connection.ts';
import { addStaff as addStaffAs, type NewStaff } from '../../server/staff/add-staff.ts';
import { type OperatorStatus, setDriverStatus as setDriverStatusAs } from '../../server/staff/drivers.ts';
import * as access from '../../server/staff/staff-access.ts';
import { setPassword as setPasswordAs } from '../../server/staff/staff-access.ts';

/**
 * Operations in the form that tests use: by default the server is the author, users are named by their email
 * address, and audit rows and topics are written.
 */

/** Makes an actor for operations that read only the actor's identity. */
function actorOf(by: Author, shop_id: number): Actor {
  return { ...by, shop_id } as Actor;
}

export function addShop(tx: Tx, shop: { name: string; time_zone?: string }) {
  return runAs(tx, SERVER, addShopAs, shop);
}

/** Adds a user. With a given password, the user can sign in immediately, without having to change it. */
export function addStaff(tx: Tx, { shop_id, ...staff }: NewStaff & { shop_id: number }) {
  const must_change_password = staff.password === undefined;
  return runAs(tx, { ...SERVER, shop_id }, addStaffAs, { must_change_password, ...staff });
}

async function named(tx: Tx, email: string) {
  const { shop_id, user_id } = await findStaff(tx, email);
  return { server: { ...SERVER, shop_id }, user_id };
}

export async function setPassword(tx: Tx, email: string, password?: string, product_name?: string) {
  const { server, user_id } = await named(tx, email);
  const set = await runAs(tx, server, setPasswordAs, { user_id, password, product_name });
  return set.one_time_password;
}

export async function disableStaff(tx: Tx, email: string): Promise<void> {
  const { server, user_id } = await named(tx, email);
  await runAs(tx, server, access.disableStaff, { user_id });
}

export async function enableStaff(tx: Tx, email: string): Promise<void> {
  const { server, user_id } = await named(tx, email);
  await runAs(tx, server, access.enableStaff, { user_id });
}

export async function setDriverStatus(tx: Tx, email: string, status: OperatorStatus): Promise<void> {
  const { server, user_id } = await named(tx, email);
  await runAs(tx, server, setDriverStatusAs, { user_id, status });
}

export function assignOrder(
  tx: Tx,
  { shop_id, order_id, driver_id }: OrderKey & { driver_id: number },
): Promise<void> {
  return runAs(tx, { ...SERVER, shop_id }, assigning.assignOrder, { order_id, driver_id });
}

/** Arranges stops as the desk does, with the command line's account as the author. */
export function arrangeStops(
  tx: Tx,
  shop_id: number,
  { driver_id, order_ids }: { driver_id: number; order_ids: readonly string[] },
): Promise<StopsArranged> {
  const desk = { kind: 'operator', account: 'desk', shop_id } as const;
  const arrangement = { arrangement_id: newId(), from_arrangement: null, arranged_at: new Date() };
  return runAs(tx, desk, arranging.arrangeStops, { ...arrangement, driver_id, order_ids });
}

export function unassignOrder(tx: Tx, { shop_id, order_id }: OrderKey): Promise<void> {
  return runAs(tx, { ...SERVER, shop_id }, assigning.unassignOrder, { order_id });
}

type Move = OrderKey & { now: Date; by?: Author };

export function moveOrder(
  tx: Tx,
  { shop_id, order_id, to, now, by = SERVER }: Move & { to: Parameters<typeof moving.moveOrder>[2]['to'] },
): Promise<void> {
  return runAs(tx, actorOf(by, shop_id), moving.moveOrder, { order_id, to }, now);
}

export function cancelOrder(tx: Tx, { shop_id, order_id, now, by = SERVER }: Move): Promise<void> {
  return runAs(tx, actorOf(by, shop_id), moving.cancelOrder, { order_id }, now);
}

export function reopenOrder(
  tx: Tx,
  { shop_id, order_id, reason, by }: OrderKey & { reason: string; by: Author },
): Promise<void> {
  return runAs(tx, actorOf(by, shop_id), reopenOrderAs, { order_id, reason });
}

type ImportOptions = Omit<NonNullable<Parameters<typeof importOrdersAs>[3]>, 'update'>;

export function importOrders(
  database: Database | Tx,
  shop_id: number,
  found: Parameters<typeof importOrdersAs>[2],
  { update_by, ...options }: ImportOptions & { update_by?: Author } = {},
) {
  const actor = actorOf(update_by ?? SERVER, shop_id);
  return importOrdersAs(database, actor, found, { ...options, update: update_by !== undefined });
}

export function connectShopify(
  tx: Tx,
  box: SecretBox,
  { shop_id, ...connection }: NewConnection & { shop_id: number },
): Promise<void> {
  return runAs(tx, { ...SERVER, shop_id }, connectShopifyAs, { box, ...connection });
}

export function dismissListed(tx: Tx, shop_id: number, what: string): Promise<unknown> {
  return runAs(tx, { ...SERVER, shop_id }, dismissListedAs, { what });
}

export function retryShopify(tx: Tx, shop_id: number, order: { order_number?: string } = {}) {
  return runAs(tx, { ...SERVER, shop_id }, retryShopifyAs, order);
}
