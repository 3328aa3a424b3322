import { adjustCash } from '../../server/cash/operator-bookings.ts';
import { findStaff } from '../../server/identity/find-staff.ts';
import { runAs } from '../../server/operations/run-as.ts';
import { assignOrder } from '../../server/orders/assign-order.ts';
import { importOrders } from '../../server/orders/import-orders.ts';
import { cancelOrder, moveOrder } from '../../server/orders/move-order.ts';
import { addUnlessThere, changeRows, findRow } from '../../server/platform/database/rows.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { silentLog } from '../../server/platform/log.ts';
import { workWebhooks } from '../../server/shopify/work-webhooks.ts';
import {
  collect,
  deposit,
  giveStart,
  machineWith,
  recordFloat,
  type Somebody,
  takeEnd,
} from './cash-commands.ts';
import { oneOfTheFour } from './day-cash.ts';
import { deliverOrder } from './deliver-order.ts';
import { demoClient, idOf, Refused } from './demo-client.ts';
import { DAY_DRIVERS } from './demo-day.ts';
import { dayDriverEmail, emailOf } from './demo-staff.ts';
import { exportOf, payloadOf } from './history-orders.ts';
import {
  BILAL,
  type DeliveryPlan,
  type Handing,
  type HistoryDay,
  type HistoryOrder,
  JOSEPH,
  JOSEPHS_FILS,
  planHistory,
  WHO_LEFT,
} from './history-plan.ts';
import type { Past } from './past-clock.ts';
import { addDriver, breathe, type Day, type Person, sessionOf } from './running-day.ts';

export const DONE_DAYS = 'demo_history';
const NAME_OF_WHO_LEFT = 'Karim Benali';

/** The demo's day, with what its history needs beside. */
type History = Day & { past: Past; admin: Somebody; manager: Somebody; people: ReadonlyMap<number, Person> };

/**
 * Makes the days before the demo's own, one after the other, each as it would have been made then: orders by the store's export and its webhooks, everything
 * else by operations and requests on a clock of their own. Stopped anywhere, it goes on at the next start, and nothing comes twice. What somebody who
 * looks at the demo has made impossible meanwhile is left out.
 */
export async function makeHistory(day: Day, past: Past, days_count: number): Promise<void> {
  const { days, joseph_has_his } = planHistory(day.began, days_count);
  const history = await beginHistory(day, past);
  const marked = await findRow(day.owner, 'installation', { key: DONE_DAYS }, ['value']);
  for (const planned of days.slice(Number(marked?.value ?? 0))) {
    await makeDay(history, planned);
    await changeRows(day.owner, 'installation', { key: DONE_DAYS }, { value: String(planned.index + 1) });
  }
  if (!joseph_has_his) await giveJosephHis(history);
}

async function beginHistory(day: Day, past: Past): Promise<History> {
  const behind: Day = {
    ...day,
    owner: past.owner,
    client: demoClient(past.ask, day.password),
    clock: past.now,
    // There are thousands of them, and each waits for the database many times.
    breath_ms: 1,
  };
  const people = new Map(day.drivers.entries());
  const left = {
    email: dayDriverEmail(WHO_LEFT),
    user_id: idOf('driver who left'),
    full_name: NAME_OF_WHO_LEFT,
  };
  people.set(WHO_LEFT, await addDriver(behind, behind.server, left));
  for (const [at, name] of [
    [BILAL, 'driver'],
    [JOSEPH, 'driver2'],
  ] as const) {
    const email = emailOf(name);
    const { driver_id, ...known } = await inTransaction(day.owner, (tx) => findStaff(tx, email));
    people.set(at, { ...known, driver_id: driver_id ?? 0, email });
  }
  const [admin, manager] = [await oneOfTheFour(day, 'admin'), await oneOfTheFour(day, 'manager')];
  return { ...behind, past, admin, manager, people };
}

type Event = { at: Date; run: () => Promise<unknown> };

async function makeDay(history: History, planned: HistoryDay): Promise<void> {
  const events = [...cashEvents(history, planned), ...orderEvents(history, planned)];
  // Stable: what is planned for one minute happens in the order in which it is named.
  for (const { at, run } of events.sort((one, other) => one.at.getTime() - other.at.getTime())) {
    await breathe(history);
    history.past.goTo(at);
    await unlessRefused(history, run);
  }
}

async function unlessRefused({ past: { log } }: History, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    log.info({ err: error }, "somebody's own doings have made a step of the demo's history impossible");
  }
}

const BEFORE_MS = 4_000;
/** By the device, shortly before the server hears of it. */
const shortlyBefore = (at: Date) => new Date(at.getTime() - BEFORE_MS);

function cashEvents(history: History, planned: HistoryDay): Event[] {
  const { admin, manager } = history;
  const { index, float, starts, ends, collections, adjustment, leaves_at } = planned;
  const words = (what: string) => `history ${index} ${what}`;
  const both = { admin, manager };
  const handing = async ({ driver, amount_fils, machine, at }: Handing, what: string) => ({
    words: words(`${what} ${driver}`),
    driver: personAt(history, driver),
    admin,
    amount_fils,
    machine: machine === null ? null : await machineWith(history, machine),
    when: shortlyBefore(at),
  });
  const floating = (direction: 'issue' | 'return', at: Date): Event => ({
    at,
    run: () => {
      const { amount_fils } = float;
      const asked = { words: words(`float ${direction}`), direction, amount_fils, when: shortlyBefore(at) };
      return recordFloat(history, { ...asked, ...both });
    },
  });
  return [
    ...(adjustment ? [{ at: adjustment.at, run: () => adjust(history, adjustment) }] : []),
    floating('issue', float.out_at),
    ...starts.map((start) => ({
      at: start.at,
      run: async () => giveStart(history, await handing(start, 'start')),
    })),
    ...(planned.deposit ? [depositEvent(history, planned.deposit, words('deposit'))] : []),
    ...ends.map((end) => ({ at: end.at, run: async () => takeEnd(history, await handing(end, 'end')) })),
    ...collections.map(({ driver, amount_fils, at }) => ({
      at,
      run: () => {
        const from = driver === null ? admin : personAt(history, driver);
        const when = shortlyBefore(at);
        return collect(history, { words: words(`collect ${driver}`), from, manager, amount_fils, when });
      },
    })),
    floating('return', float.back_at),
    ...(leaves_at ? [{ at: leaves_at, run: () => disable(history) }] : []),
  ];
}

function depositEvent(history: History, planned: NonNullable<HistoryDay['deposit']>, words: string): Event {
  const { manager } = history;
  const { at, amount_fils, notes } = planned;
  return { at, run: () => deposit(history, { words, manager, amount_fils, notes, when: shortlyBefore(at) }) };
}

/** By the server, which has no command id to find it by: what is there already is looked for. */
async function adjust(history: History, planned: NonNullable<HistoryDay['adjustment']>): Promise<void> {
  const { owner, server, clock } = history;
  const { driver, amount_fils, reason } = planned;
  const { user_id } = personAt(history, driver);
  await inTransaction(owner, async (tx) => {
    if (await findRow(tx, 'cash_adjustments', { shop_id: server.shop_id, user_id, reason }, ['id'])) return;
    await runAs(tx, server, adjustCash, { user_id, amount_fils, reason }, clock());
  });
}

async function disable(history: History): Promise<void> {
  const session = await sessionOf(history, emailOf('admin'));
  const { user_id } = personAt(history, WHO_LEFT);
  await history.client.command(session, '/api/staff/disable', idOf('history disable'), { staff_id: user_id });
}

/** What Joseph had before his first day is his again this morning. */
async function giveJosephHis(history: History): Promise<void> {
  const { past, began, admin } = history;
  past.goTo(new Date(began.getTime() - 60_000));
  const machine = await machineWith(history, 'POS-02');
  const when = shortlyBefore(past.now());
  const asked = { words: 'history start of today', driver: personAt(history, JOSEPH), admin, machine, when };
  await unlessRefused(history, () => giveStart(history, { ...asked, amount_fils: JOSEPHS_FILS }));
}

function orderEvents(history: History, { orders }: HistoryDay): Event[] {
  const exported = orders.filter(({ told }) => told.by === 'export');
  const files = [...new Set(exported.map(({ told }) => told.at.getTime()))];
  return [
    ...files.map((at) => ({
      at: new Date(at),
      run: () =>
        importFile(
          history,
          exported.filter(({ told }) => told.at.getTime() === at),
        ),
    })),
    ...orders.flatMap((order): Event[] => {
      const { told, fate } = order;
      const telling = told.by === 'webhook' ? [{ at: told.at, run: () => tell(history, order) }] : [];
      if (!('driver' in fate)) {
        return [...telling, { at: fate.cancelled_at, run: () => cancel(history, order) }];
      }
      const { conflict } = fate;
      return [
        ...telling,
        { at: fate.out_at, run: () => sendOut(history, order, fate) },
        ...(conflict ? [{ at: conflict.cancelled_at, run: () => cancel(history, order) }] : []),
        { at: fate.recorded_at, run: () => deliver(history, order, fate) },
        ...(conflict
          ? [{ at: conflict.reviewed_at, run: () => review(history, order, conflict.reason) }]
          : []),
      ];
    }),
  ];
}

async function importFile({ owner, server }: History, orders: readonly HistoryOrder[]): Promise<void> {
  const summary = await importOrders(owner, server, exportOf(orders), {
    on_finding: ({ kind, order_number, reason }) => {
      if (kind === 'bad')
        throw new Error(`Order ${order_number} of the demo's history is damaged: ${reason}`);
    },
  });
  if (summary.unreadable !== null) throw new Error(summary.unreadable);
}

async function tell({ owner, server: { shop_id }, clock }: History, order: HistoryOrder): Promise<void> {
  const webhook_id = `demo-${order.order_number}`;
  const inbox = {
    shop_id,
    webhook_id,
    id: idOf(`webhook ${order.order_number}`),
    topic: 'orders/create',
    payload: payloadOf(order),
    received_at: order.told.at,
  };
  await addUnlessThere(owner, 'shopify_webhooks', inbox);
  await workWebhooks(owner, silentLog, { shop_id, webhook_ids: [webhook_id], now: clock });
}

/** Null where it is not here: somebody has kept it from being told. */
function asItStands({ owner, server: { shop_id } }: History, { order_number }: HistoryOrder) {
  return findRow(owner, 'orders', { shop_id, order_number }, ['id', 'status', 'version', 'driver_id']);
}

async function sendOut(history: History, order: HistoryOrder, { driver }: DeliveryPlan): Promise<void> {
  const { owner, server, clock } = history;
  const known = await asItStands(history, order);
  if (known?.status !== 'picking') return;
  const { driver_id } = personAt(history, driver);
  await inTransaction(owner, async (tx) => {
    await runAs(tx, server, assignOrder, { order_id: known.id, driver_id }, clock());
    await runAs(tx, server, moveOrder, { order_id: known.id, to: 'dispatching' }, clock());
  });
}

async function cancel(history: History, order: HistoryOrder): Promise<void> {
  const { owner, server, clock } = history;
  const known = await asItStands(history, order);
  if (!known || known.status === 'cancelled' || known.status === 'completed') return;
  await inTransaction(owner, (tx) => runAs(tx, server, cancelOrder, { order_id: known.id }, clock()));
}

async function deliver(
  history: History,
  order: HistoryOrder,
  { driver, tender, delivered_at, recorded_at }: DeliveryPlan,
): Promise<void> {
  const known = await asItStands(history, order);
  if (!known || known.status === 'completed') return;
  const { customer, payment_method, ...purchase } = order.purchase;
  const { total_amount_fils } = purchase;
  await deliverOrder(history, {
    ...purchase,
    order_id: known.id,
    order_number: order.order_number,
    driver: personAt(history, driver),
    customer_name: `${customer.first_name} ${customer.last_name}`,
    due_amount_fils: payment_method === 'online' ? 0 : total_amount_fils,
    tender,
    delivered_at: delivered_at < recorded_at ? delivered_at : shortlyBefore(delivered_at),
  });
}

/** A manager has looked at what was delivered though it had been cancelled. */
async function review(history: History, order: HistoryOrder, reason: string): Promise<void> {
  const {
    owner,
    server: { shop_id },
  } = history;
  const known = await asItStands(history, order);
  const open =
    known && (await findRow(owner, 'conflicts_to_review', { shop_id, order_id: known.id }, ['conflict_id']));
  if (!open) return;
  const session = await sessionOf(history, emailOf('manager'));
  await history.client.command(session, '/api/desk/orders/review', idOf(`review ${order.order_number}`), {
    orders: [{ order_id: known.id, version: known.version, conflict_id: open.conflict_id }],
    reason,
  });
}

function personAt({ people }: History, at: number): Person {
  const person = people.get(at);
  if (!person) throw new Error(`The demo has no driver ${at} of ${DAY_DRIVERS.length}`);
  return person;
}
