import { collect, deposit, giveStart, machineWith, recordFloat } from './cash-commands.ts';
import { DAY_DRIVERS, FLOAT_FILS } from './demo-day.ts';
import { emailOf } from './demo-staff.ts';
import { type Day, driverAt, pause, personWith } from './running-day.ts';

/** The admin receives the sum of the floats from the safe, then hands out card machines and floats. */
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
