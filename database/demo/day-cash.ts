import { collect, deposit, giveStart, machineWith, recordFloat } from './cash-commands.ts';
import { DAY_DRIVERS, FLOAT_FILS } from './demo-day.ts';
import { emailOf } from './demo-staff.ts';
import { breathe, type Day, driverAt, personWith } from './running-day.ts';

/** Machines and floats, handed over by the admin, who receives their sum from the safe first. */
export async function startDay(day: Day): Promise<void> {
  const { owner, began } = day;
  const admin = await personWith(owner, emailOf('admin'));
  const manager = await personWith(owner, emailOf('manager'));
  const starting = DAY_DRIVERS.flatMap(({ machine }, at) => (machine === null ? [] : [{ machine, at }]));
  const when = new Date(began.getTime() - 30_000);
  const amount_fils = FLOAT_FILS * starting.length;
  await recordFloat(day, { words: 'float', direction: 'issue', admin, manager, amount_fils, when });
  for (const { machine, at } of starting) {
    await breathe(day);
    await giveStart(day, {
      words: `start ${at}`,
      driver: driverAt(day, at),
      admin,
      amount_fils: FLOAT_FILS,
      machine: await machineWith(day, machine),
      when: new Date(began.getTime() - (20 - at) * 1_000),
    });
  }
}

/** Two drivers have given some of their cash to the manager, who has brought it to the bank. */
export async function bringCashIn(day: Day): Promise<void> {
  const { owner, drivers, began } = day;
  const manager = await personWith(owner, emailOf('manager'));
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
