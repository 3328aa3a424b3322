import { expect, test } from 'vitest';
import { forDriver, NO_MACHINE } from './card-machine-choice.ts';

const OMAR = 7;
const BILAL = 9;
const machine = (id: string, holder_driver_id: number | null) => ({ id, number: id, holder_driver_id });
const IN_SHOP = [machine('A', null), machine('B', null)];
const ONE_WITH_BILAL = [machine('A', null), machine('B', BILAL)];
const picked = (id: string) => ({ changes_hands: true, machine: id });

test.each([
  ['one that this driver can be given stays', 'start', IN_SHOP, OMAR, picked('B'), picked('B')],
  ['one that another driver has does not', 'start', ONE_WITH_BILAL, OMAR, picked('B'), picked('A')],
  [
    'where the driver has one already it is asked anew',
    'start',
    ONE_WITH_BILAL,
    BILAL,
    picked('A'),
    picked(''),
  ],
  ['the only one is chosen by itself', 'start', [machine('A', null)], OMAR, picked(''), picked('A')],
  ['in the evening it is the driver’s own', 'end', ONE_WITH_BILAL, BILAL, picked('A'), picked('B')],
  ['in the evening it is asked where he has none', 'end', ONE_WITH_BILAL, OMAR, picked('B'), picked('')],
  ['none stays none', 'start', IN_SHOP, OMAR, NO_MACHINE, NO_MACHINE],
] as const)('another driver: %s', (_, handover_type, machines, driver_id, before, after) => {
  expect(forDriver(handover_type, machines, driver_id, before)).toEqual(after);
});
