import { expect, test } from 'vitest';
import { choiceForDriver, NO_MACHINE } from './card-machine-choice.ts';

const OMAR = 7;
const BILAL = 9;
const machine = (id: string, holder_driver_id: number | null) => ({ id, number: id, holder_driver_id });
const IN_SHOP = [machine('A', null), machine('B', null)];
const ONE_WITH_BILAL = [machine('A', null), machine('B', BILAL)];
const picked = (id: string) => ({ changes_hands: true, machine: id });

test.each([
  ['the chosen one stays if this driver can be given it', 'start', IN_SHOP, OMAR, picked('B'), picked('B')],
  [
    'the chosen one is replaced if another driver has it',
    'start',
    ONE_WITH_BILAL,
    OMAR,
    picked('B'),
    picked('A'),
  ],
  [
    'the choice is cleared if the driver already has one',
    'start',
    ONE_WITH_BILAL,
    BILAL,
    picked('A'),
    picked(''),
  ],
  ['the only one is chosen automatically', 'start', [machine('A', null)], OMAR, picked(''), picked('A')],
  ['at the end of day it is the driver’s own', 'end', ONE_WITH_BILAL, BILAL, picked('A'), picked('B')],
  [
    'at the end of day it is cleared if the driver has none',
    'end',
    ONE_WITH_BILAL,
    OMAR,
    picked('B'),
    picked(''),
  ],
  ['no machine stays no machine', 'start', IN_SHOP, OMAR, NO_MACHINE, NO_MACHINE],
] as const)('after choosing another driver %s', (_, handover_type, machines, driver_id, before, after) => {
  expect(choiceForDriver(handover_type, machines, driver_id, before)).toEqual(after);
});
