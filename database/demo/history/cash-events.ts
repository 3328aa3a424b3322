import { findRow } from '../../../server/platform/database/rows.ts';
import {
  collect,
  type DecidedGoods,
  deposit,
  giveStart,
  machineWith,
  recordFloat,
  takeEnd,
} from '../cash-commands.ts';
import { idOf } from '../demo-client.ts';
import { driverAt, sessionOf } from '../running-day.ts';
import { approve, requestAdjustment } from '../second-person-commands.ts';
import { FORMER_DRIVER, type Handing, type HistoryDay } from './history-plan.ts';
import { type Event, type History, shortlyBefore } from './running-history.ts';

/** Returns the handovers, collections, deposit and floats of a day, and the departure of a driver. */
export function cashEvents(history: History, planned: HistoryDay): Event[] {
  const { admin, manager } = history;
  const { index, float, adjustment, leaves_at } = planned;
  const given = (action: string, { at, amount_fils }: { at: Date; amount_fils: number }) => {
    return { key: `history ${index} ${action}`, amount_fils, when: shortlyBefore(at), admin, manager };
  };
  const floating = (direction: 'issue' | 'return', at: Date): Event => {
    const command = given(`float ${direction}`, { ...float, at });
    return { at, run: () => recordFloat(history, { ...command, direction }) };
  };
  const handing = (action: string, command: typeof giveStart | typeof takeEnd, handed: readonly Handing[]) =>
    handed.map((one): Event => {
      const { driver, at } = one;
      const run = async () =>
        command(history, {
          ...given(`${action} ${driver}`, one),
          driver: driverAt(history, driver),
          machine: one.machine === null ? null : await machineWith(history, one.machine),
          goods: await knownGoods(history, one.goods),
          difference_choice: one.difference_choice,
        });
      return { at, run };
    });
  return [
    ...(adjustment ? adjusting(history, adjustment) : []),
    floating('issue', float.out_at),
    ...handing('start', giveStart, planned.starts),
    ...[planned.deposit ?? []].flat().map((one) => ({
      at: one.at,
      run: () => deposit(history, { ...given('deposit', one), notes: one.notes }),
    })),
    ...handing('end', takeEnd, planned.ends),
    ...planned.collections.map((one) => {
      const from = one.driver === null ? admin : driverAt(history, one.driver);
      return { at: one.at, run: () => collect(history, { ...given(`collect ${one.driver}`, one), from }) };
    }),
    floating('return', float.back_at),
    ...(leaves_at ? [{ at: leaves_at, run: () => disable(history) }] : []),
  ];
}

/** Returns the decisions with the ids of their orders. A visitor may have prevented the arrival of some. */
async function knownGoods({ owner, shop: { shop_id } }: History, planned: Handing['goods']) {
  const goods: DecidedGoods[] = [];
  for (const { order_number, outcome } of planned) {
    const known = await findRow(owner, 'orders', { shop_id, order_number }, ['id']);
    if (known) goods.push({ order_id: known.id, order_number, outcome });
  }
  return goods;
}

/** The time that passes before the admin approves the manager's request. */
const APPROVED_AFTER_MS = 15 * 60_000;

/**
 * Returns the events of an adjustment: the request by the manager and, later, the approval by the admin. Each
 * does nothing if an older version has booked the adjustment.
 */
function adjusting(history: History, planned: NonNullable<HistoryDay['adjustment']>): Event[] {
  const { owner, shop, admin, manager } = history;
  const { driver, amount_fils, reason, at } = planned;
  const { user_id } = driverAt(history, driver);
  const request = { user_id, amount_fils, reason };
  const key = 'history adjustment';
  const unlessBooked = (run: () => Promise<unknown>) => async () => {
    const booked = { shop_id: shop.shop_id, user_id, reason };
    if (!(await findRow(owner, 'cash_adjustments', booked, ['id']))) await run();
  };
  return [
    { at, run: unlessBooked(() => requestAdjustment(history, { key, by: manager, request })) },
    {
      at: new Date(at.getTime() + APPROVED_AFTER_MS),
      run: unlessBooked(async () => {
        const approval_id = await requestAdjustment(history, { key, by: manager, request });
        await approve(history, { key: `${key} approved`, by: admin, approval_id });
      }),
    },
  ];
}

async function disable(history: History): Promise<void> {
  const session = await sessionOf(history, history.admin.email);
  const { user_id } = driverAt(history, FORMER_DRIVER);
  await history.client.command(session, '/api/staff/disable', idOf('history disable'), { staff_id: user_id });
}
