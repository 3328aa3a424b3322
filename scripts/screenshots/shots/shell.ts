import { expect } from '@playwright/test';
import { cutOff, hold } from '../conditions.ts';
import { confirm } from '../delivery-form.ts';
import { open, PROFILE, type Shot, shows } from '../shot.ts';

export const shell: Shot[] = [
  {
    name: 'dashboard-loading',
    as: 'driver',
    prepare: async (page) => {
      await page.route('**/api/profile', hold);
      await open(page, PROFILE, 'Loading dashboard...');
    },
  },
  {
    name: 'dashboard-without-connection',
    as: 'driver',
    prepare: async (page) => {
      await cutOff(page);
      await open(page, PROFILE, 'No connection');
    },
  },
  {
    name: 'menu',
    as: 'manager',
    only: 'phone',
    prepare: async (page) => {
      await open(page, PROFILE, 'Cash on Hand');
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.getByRole('navigation')).toBeVisible();
    },
  },
  {
    name: 'menu-collapsed',
    as: 'manager',
    only: 'desktop',
    prepare: async (page) => {
      await open(page, PROFILE, 'Cash on Hand');
      await page.keyboard.press('Control+b');
      await page.getByRole('link', { name: 'Assigned Orders' }).hover();
    },
  },
  {
    name: 'no-access',
    as: 'admin',
    prepare: (page) => open(page, '/dashboard/next-order', "You don't have access to this page"),
  },
  {
    name: 'password',
    as: 'driver',
    prepare: (page) => open(page, '/dashboard/password', 'Repeat New Password'),
  },
  {
    name: 'password-first',
    as: 'driver',
    prepare: async (page) => {
      await page.route('**/api/profile', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ json: { ...(await answer.json()), must_change_password: true } });
      });
      await open(page, PROFILE, 'Choose Your Own Password');
    },
  },
  {
    name: 'sign-out-with-unsent-work',
    as: 'driver',
    prepare: async (page, { photo, phone }) => {
      await confirm(page, photo, (route) => route.abort());
      await shows(page, /We don't know yet/);
      if (phone) await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
      await shows(page, 'Sign out with unsent work?');
    },
  },
];
