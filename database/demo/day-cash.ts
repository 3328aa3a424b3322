import { findStaff } from '../../server/identity/find-staff.ts';
import { findRow } from '../../server/platform/database/rows.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { collect, deposit, giveStart, machineWith, recordFloat, type Somebody } from './cash-commands.ts';
import { DAY_DRIVERS, FLOAT_FILS } from './demo-day.ts';
import { emailOf } from './demo-staff.ts';
import { breathe, type Day } from './running-day.ts';

export const oneOfTheFour = ({ owner }: Pick<Day, 'owner'>, name: 'admin' | 'manager'): Promise<Somebody> =>
  inTransaction(owner, (tx) => findStaff(tx, emailOf(name)));

/** Machines and floats, handed over by the admin, who gets from the safe what is given on. */
export async function startDay(day: Day): Promise<void> {
  const { drivers, began } = day;
  const admin = await oneOfTheFour(day, 'admin');
  const starting = drivers.flatMap((driver, at) => {
    const machine = DAY_DRIVERS[at]?.machine ?? null;
    return machine === null ? [] : [{ driver, machine, at }];
  });
  await takeFloat(day, admin, FLOAT_FILS * starting.length);
  for (const { driver, machine, at } of starting) {
    await breathe(day);
    await giveStart(day, {
      words: `start ${at}`,
      driver,
      admin,
      amount_fils: FLOAT_FILS,
      machine: await machineWith(day, machine),
      when: new Date(began.getTime() - (20 - at) * 1_000),
    });
  }
}

/** Out of the safe, signed by admin and manager. A day that was begun before floats were signed for has had it already. */
async function takeFloat(day: Day, admin: Somebody, amount_fils: number): Promise<void> {
  const { owner, began } = day;
  if (await findRow(owner, 'installation', { key: 'demo_day_float' }, ['key'])) return;
  const manager = await oneOfTheFour(day, 'manager');
  const when = new Date(began.getTime() - 30_000);
  await recordFloat(day, { words: 'float', direction: 'issue', admin, manager, amount_fils, when });
}

/** Two drivers have given some of their cash to the manager, who has brought it to the bank. */
export async function bringCashIn(day: Day): Promise<void> {
  const { drivers, began } = day;
  const manager = await oneOfTheFour(day, 'manager');
  const collected_fils = 10_000;
  const givers = drivers.slice(0, 2);
  for (const [at, from] of givers.entries()) {
    await breathe(day);
    const when = new Date(began.getTime() - (8 - at) * 1_000);
    await collect(day, { words: `collect ${at}`, from, manager, amount_fils: collected_fils, when });
  }
  await deposit(day, {
    words: 'deposit',
    manager,
    amount_fils: collected_fils * givers.length,
    notes: 'Branch in Al Barsha',
    when: began,
  });
}
