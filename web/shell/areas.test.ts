import { describe, expect, it } from 'vitest';
import { AREAS, menuFor } from './areas.ts';
import { mayOpen } from './may-open.ts';

const menu = (role: string | null) => menuFor(role).map(({ title }) => title);
const open = (role: string | null) => AREAS.filter((area) => mayOpen(area, role)).map(({ title }) => title);

describe('the menu', () => {
  it('has the specified items per role, in their order', () => {
    expect(menu('Driver')).toEqual(['Profile', 'Next Order', 'Assigned Orders']);
    expect(menu('Manager')).toEqual([
      'Profile',
      'Next Order',
      'Assigned Orders',
      'Cash Handovers',
      'Bank Deposits',
    ]);
    expect(menu('Admin')).toEqual(['Start Of Day Handover', 'End Of Day Handover']);
    expect(menu('Dispatcher')).toEqual(['Profile']);
    expect(menu(null)).toEqual(['Profile']);
  });
});

describe('mayOpen', () => {
  it('opens Profile to everybody, and to nobody what is not in the menu otherwise', () => {
    for (const role of ['Driver', 'Manager', 'Dispatcher', null]) expect(open(role)).toEqual(menu(role));
    expect(open('Admin')).toEqual(['Profile', ...menu('Admin')]);
  });
});
