import { describe, expect, it } from 'vitest';
import { mayAccess } from '../contract/rules/roles.ts';
import { PASSWORD_PATH } from './components/dashboard-paths.ts';
import { SCREENS } from './screen-table.ts';
import { menuFor } from './shell/areas.ts';
import { say } from './words/i18n.ts';

const menu = (role: string | null) => menuFor(SCREENS, role).map(({ title }) => say(title));
const open = (role: string | null) =>
  SCREENS.filter(({ access, path }) => mayAccess(access, role) && path !== PASSWORD_PATH).map(({ title }) =>
    say(title),
  );

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

describe('the roles', () => {
  it('open Profile and what waits to everybody, and to nobody what is not in the menu otherwise', () => {
    for (const role of ['Driver', 'Manager', 'Dispatcher', null]) {
      expect(open(role)).toEqual([...menu(role), 'Waiting to be sent']);
    }
    expect(open('Admin')).toEqual(['Profile', ...menu('Admin'), 'Waiting to be sent']);
  });
});

describe('the table', () => {
  it('names each path and each title once', () => {
    for (const all of [SCREENS.map(({ path }) => path), SCREENS.map(({ title }) => say(title))]) {
      expect(new Set(all).size).toBe(all.length);
    }
  });
});
