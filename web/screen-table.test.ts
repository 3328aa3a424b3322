import { describe, expect, it } from 'vitest';
import { mayAccess } from '../contract/rules/roles.ts';
import { PASSWORD_PATH } from './components/dashboard-paths.ts';
import { translateDescriptor } from './messages/i18n.ts';
import { SCREENS } from './screen-table.ts';
import { barFor, menuFor } from './shell/areas.ts';

const menu = (role: string | null) => menuFor(SCREENS, role).map(({ title }) => translateDescriptor(title));
const bar = (role: string | null) => barFor(SCREENS, role).map(({ title }) => translateDescriptor(title));
const open = (role: string | null) =>
  SCREENS.filter(({ access, path }) => mayAccess(access, role) && path !== PASSWORD_PATH).map(({ title }) =>
    translateDescriptor(title),
  );

describe('the menu', () => {
  it('has the specified items of each role in the specified order', () => {
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

describe('the bottom bar', () => {
  it('has the most used screens of each role, with Profile last', () => {
    expect(bar('Driver')).toEqual(['Next Order', 'Assigned Orders', 'Profile']);
    expect(bar('Manager')).toEqual([
      'Next Order',
      'Assigned Orders',
      'Cash Handovers',
      'Bank Deposits',
      'Profile',
    ]);
    expect(bar('Admin')).toEqual(['Start Of Day Handover', 'End Of Day Handover', 'Profile']);
    expect([...bar('Dispatcher'), ...bar(null)]).toEqual([]);
  });

  it('contains only screens that the role may open', () => {
    for (const role of ['Driver', 'Manager', 'Admin'])
      for (const { access } of barFor(SCREENS, role)) expect(mayAccess(access, role)).toBe(true);
  });
});

describe('the roles', () => {
  it('can open Profile, pending work and the screens in their menu, and no others', () => {
    for (const role of ['Dispatcher', null])
      expect(open(role)).toEqual([...menu(role), 'Waiting to be sent']);
    // Users who deliver also open these screens by links on others.
    for (const role of ['Driver', 'Manager'])
      expect(open(role)).toEqual([
        ...menu(role),
        'Loading list',
        'My history',
        'Expenses',
        'Owed at the door',
        'Waiting to be sent',
      ]);
    expect(open('Admin')).toEqual(['Profile', ...menu('Admin'), 'Expenses', 'Waiting to be sent']);
  });
});

describe('the table', () => {
  it('has no duplicate paths and no duplicate titles', () => {
    for (const all of [
      SCREENS.map(({ path }) => path),
      SCREENS.map(({ title }) => translateDescriptor(title)),
    ]) {
      expect(new Set(all).size).toBe(all.length);
    }
  });
});
