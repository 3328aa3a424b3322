import { dayOf } from '../../contract/rules/dates/dates.ts';
import { findRow } from '../../server/platform/database/rows.ts';
import { sql } from '../../server/platform/database/sql.ts';
import { attemptOrder, setOut } from './attempt-order.ts';
import { ordersWith } from './day-orders.ts';
import { idOf } from './demo-client.ts';
import type { KnownOrder } from './demo-day.ts';
import { OUT_DRIVERS } from './demo-day.ts';
import { emailOf } from './demo-staff.ts';
import { type Day, driverAt, pause, send, sessionOf } from './running-day.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The attempts of the day: one about which the desk has not decided, with a photo, and one whose customer
 * asked for another day. Every command is repeated without effect if the demo continues after a stop.
 */
export async function attemptSome(day: Day): Promise<void> {
  const [open, other_day] = (await carried(day, 'dispatching')).slice(-2);
  const next_day = dayOf(new Date(day.began.getTime() + DAY_MS), day.shop.time_zone);
  if (open) {
    const nobody = { reason: 'nobody_home', note: 'الحارس لا يعرف متى يعود', next: null, has_photo: true };
    await pause(day);
    await attemptOrder(day, { ...open, ...nobody, when: before(day, 12) });
  }
  if (!other_day) return;
  const next = { day: next_day, from: '10:00', to: '13:00' };
  await pause(day);
  const asked = { reason: 'asked_for_another_time', note: null, next, has_photo: false };
  await attemptOrder(day, { ...other_day, ...asked, when: before(day, 20) });
  await postpone(day, other_day.order_id);
}

/** The desk promises the order for the next day, unless it has decided already. */
async function postpone(day: Day, order_id: string): Promise<void> {
  const { shop_id, time_zone } = day.shop;
  const order = await findRow(day.owner, 'orders', { shop_id, id: order_id }, ['version', 'status']);
  if (order?.status !== 'dispatched') return;
  const { version } = order;
  const next_day = dayOf(new Date(day.clock().getTime() + DAY_MS), time_zone);
  const next = { day: next_day, from: '10:00', to: '13:00' };
  const session = await sessionOf(day, emailOf('manager'));
  const command_id = idOf(`postpone ${order_id} ${version}`);
  await day.client.command(session, '/api/desk/orders/postpone', command_id, {
    orders: [{ order_id, version }],
    next,
  });
}

/** A driver sets out with an order; another one reports a missing line of the load. */
export async function loadAndSetOut(day: Day): Promise<void> {
  const handed = await carried(day, 'dispatched');
  const first = handed[0];
  if (first) {
    await pause(day);
    const out = { driver: first.driver, order_ids: [first.order_id], after_attempt: false };
    await setOut(day, first.order_number, { ...out, when: before(day, 4) });
  }
  const loaded = handed.find(({ driver }) => driver === OUT_DRIVERS);
  if (!loaded) return;
  const { order_id, driver } = loaded;
  const lines = sql<{ id: string }>`
    select id from order_line_items where shop_id = ${day.shop.shop_id} and order_id = ${order_id} order by position limit 1`;
  const missing = (await lines.execute(day.owner)).rows.map(({ id }) => ({ item_id: id, qty: 1 }));
  const command = { key: `load ${loaded.order_number}`, when: before(day, 3), papers: [] };
  const check = { check_id: idOf(`check of ${loaded.order_number}`), stops: [{ order_id, missing }] };
  await pause(day);
  await send(day, driverAt(day, driver).email, '/api/stops/loading', command, check);
}

async function carried(day: Day, status: string) {
  return (await ordersWith(day, 'with_driver')).flatMap(
    ({ id, order, outcome, status: present }: KnownOrder) =>
      'driver' in outcome && 'status' in outcome && outcome.status === status
        ? [{ order_id: id, order_number: order.order_number, driver: outcome.driver, status: present }]
        : [],
  );
}

function before({ began }: Day, minutes: number): Date {
  return new Date(began.getTime() - minutes * MINUTE_MS);
}
