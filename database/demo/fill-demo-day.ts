import { addUnlessThere, findRow } from '../../server/platform/database/rows.ts';
import { machineNow } from '../../server/platform/machine.ts';
import { bringCashIn, startDay } from './day-cash.ts';
import {
  arrangeSome,
  cancelAtDoors,
  cancelOrders,
  deliverOrders,
  importDay,
  placeOrders,
  tellOfNotTaken,
} from './day-orders.ts';
import { tellOfPhones, tellOfTheFour } from './day-phones.ts';
import { emailOf } from './demo-staff.ts';
import { beginDay, type Day, type Given, signOut } from './running-day.ts';

type Asked = Omit<Given, 'now'> & { now?: Date };

/**
 * Fills the demo with a day of twelve drivers, by the shop's own operations and, of what people do, by the requests that their browsers would send. Each step
 * finds what is done already, and the day keeps the time at which it was begun: stopped anywhere, it goes on at the next start, and nothing comes twice. What the
 * four accounts have stays as it is.
 */
export async function fillDemoDay({ now = machineNow(), ...asked }: Asked): Promise<void> {
  const given = { ...asked, now };
  const { owner } = given;
  if (await findRow(owner, 'installation', { key: 'demo_day' }, ['key'])) return;
  await addUnlessThere(owner, 'installation', { key: 'demo_day_began', value: now.toISOString() });
  const day = await beginDay(given);
  try {
    for (const step of STEPS) await step(day);
  } finally {
    // The four are nobody's but whoever looks at the demo.
    const leaving = ['admin', 'manager', 'driver', 'driver2'].map((name) => signOut(day, emailOf(name)));
    await Promise.allSettled(leaving);
  }
  await addUnlessThere(owner, 'installation', { key: 'demo_day', value: now.toISOString() });
}

/** Floats and machines change hands before anybody is out. */
const STEPS: readonly ((day: Day) => Promise<void>)[] = [
  startDay,
  importDay,
  placeOrders,
  cancelOrders,
  deliverOrders,
  cancelAtDoors,
  tellOfPhones,
  tellOfTheFour,
  bringCashIn,
  arrangeSome,
  tellOfNotTaken,
];
