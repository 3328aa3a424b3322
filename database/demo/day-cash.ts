import { sql } from '../../server/platform/database/sql.ts';
import { collect, deposit, giveStart, machineWith, recordFloat, takeDrop } from './cash-commands.ts';
import { requestExpense } from './deliver-as-taken.ts';
import { DAY_DRIVERS, FLOAT_FILS } from './demo-day.ts';
import { emailOf } from './demo-staff.ts';
import { type Day, driverAt, type Person, pause, personWith } from './running-day.ts';
import { payShortage, requestAdjustment, voidHandover } from './second-person-commands.ts';

/**
 * The admin receives the sum of the floats from the safe, then hands out card machines and floats. The first
 * start of day is recorded twice by mistake, and the second one voided by both signers.
 */
export async function startDay(day: Day): Promise<void> {
  const { owner, began } = day;
  const admin = await personWith(owner, emailOf('admin'));
  const manager = await personWith(owner, emailOf('manager'));
  const starting = DAY_DRIVERS.flatMap(({ machine }, at) => (machine === null ? [] : [{ machine, at }]));
  const when = new Date(began.getTime() - 30_000);
  const amount_fils = FLOAT_FILS * starting.length;
  await recordFloat(day, { key: 'float', direction: 'issue', admin, manager, amount_fils, when });
  for (const { machine, at } of starting) {
    await pause(day);
    await giveStart(day, {
      key: `start ${at}`,
      driver: driverAt(day, at),
      admin,
      amount_fils: FLOAT_FILS,
      machine: await machineWith(day, machine),
      when: new Date(began.getTime() - (20 - at) * 1_000),
    });
  }
  await pause(day);
  const twice = { driver: driverAt(day, 0), admin, amount_fils: FLOAT_FILS, machine: null };
  const at = (seconds: number) => new Date(began.getTime() - seconds * 1_000);
  const record_id = await giveStart(day, { ...twice, key: 'start 0 twice', when: at(10) });
  const reason = 'Recorded twice. سُجلت مرتين';
  const signers = { by: admin, other: twice.driver };
  await voidHandover(day, { key: 'void start 0', when: at(9), record_id, ...signers, reason });
}

/** Two drivers have given part of their cash to the manager, who has deposited it at the bank. */
export async function bringCashIn(day: Day): Promise<void> {
  const { owner, drivers, began } = day;
  const manager = await personWith(owner, emailOf('manager'));
  const collected_fils = 10_000;
  const givers = drivers.slice(0, 2);
  for (const [at, from] of givers.entries()) {
    await pause(day);
    const when = new Date(began.getTime() - (8 - at) * 1_000);
    await collect(day, { key: `collect ${at}`, from, manager, amount_fils: collected_fils, when });
  }
  await deposit(day, {
    key: 'deposit',
    manager,
    amount_fils: collected_fils * givers.length,
    notes: 'Branch in Al Barsha',
    when: began,
  });
}

const DROP_FILS = 5_000;
const PAID_FILS = 1_500;

/**
 * A driver who is out has handed in part of the cash, which the manager has collected from the admin. Another
 * one has paid part of yesterday's shortage. An adjustment that the manager requested is pending, and so is
 * the expense of a driver.
 */
export async function dropAndSettle(day: Day): Promise<void> {
  const { owner, began } = day;
  const admin = await personWith(owner, emailOf('admin'));
  const manager = await personWith(owner, emailOf('manager'));
  const at = (seconds: number) => new Date(began.getTime() - seconds * 1_000);
  await pause(day);
  await takeDrop(day, {
    key: 'drop',
    driver: driverAt(day, 2),
    admin,
    amount_fils: DROP_FILS,
    when: at(6),
  });
  await collect(day, {
    key: 'collect drop',
    from: admin,
    manager,
    amount_fils: DROP_FILS,
    when: at(5),
  });
  await payYesterdaysShortage(day, manager, at(4));
  const { user_id } = driverAt(day, 1);
  const reason = 'One delivery was recorded as AED 15.00 too much. سُجل مبلغ أكبر';
  const request = { user_id, amount_fils: -1_500, reason };
  await requestAdjustment(day, { key: 'adjustment', by: manager, request });
  await pause(day);
  const parked = { by: driverAt(day, 3), kind: 'parking', amount_fils: 1_500, note: 'Mall parking' };
  await requestExpense(day, { key: 'expense', ...parked, when: at(3) });
}

/** Pays part of the shortage of the history's last day. There is none without history. */
async function payYesterdaysShortage(day: Day, manager: Person, when: Date): Promise<void> {
  const { owner, shop } = day;
  const { rows } = await sql<{ id: string; email: string }>`
    select d.id, u.email from cash_differences d join users u on u.id = d.user_id
    where d.shop_id = ${shop.shop_id} and d.kind = 'shortage' and d.amount_fils > ${PAID_FILS}
    order by d.recorded_at limit 1`.execute(owner);
  const [shortage] = rows;
  if (!shortage) return;
  const from = await personWith(owner, shortage.email);
  const payment = { difference_id: shortage.id, from, manager, amount_fils: PAID_FILS, when };
  await payShortage(day, { key: 'pay shortage', ...payment });
}
