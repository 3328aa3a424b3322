import { expect, type Page, type Route } from '@playwright/test';
import { fillDelivery } from '../../tests/support/e2e-screens.ts';
import { answerProblem, cutOff, deliveredAnswer, hold } from './conditions.ts';

export type Shot = {
  name: string;
  /** A demo account; nobody is signed in without one. */
  as?: 'driver' | 'driver2' | 'manager' | 'admin';
  only?: 'phone' | 'desktop';
  /** The whole page instead of what the screen shows at once. */
  full?: boolean;
  prepare(page: Page, given: { photo: Buffer; phone: boolean }): Promise<void>;
};

const NEXT = '/dashboard/next-order';
const ASSIGNED = '/dashboard/assigned-orders';
const PROFILE = '/dashboard/profile';

const shows = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

async function open(page: Page, path: string, text: string | RegExp): Promise<void> {
  await page.goto(path);
  await shows(page, text);
}

async function openForm(page: Page): Promise<void> {
  await page.goto(NEXT);
  await expect(button(page)).toBeVisible();
}

const button = (page: Page) => page.getByRole('button', { name: /^Confirm(ing)? Delivery/ });

/** A filled form that was confirmed, and what the server makes of the command. */
async function confirm(page: Page, photo: Buffer, onCommand: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/api/deliveries', onCommand);
  await openForm(page);
  await fillDelivery(page, photo);
  await button(page).click();
}

async function typeCredentials(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByPlaceholder('Enter your email').fill('driver@demo.mandoob.example');
  await page.getByPlaceholder('Enter your password').fill('not the password');
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const entrance: Shot[] = [
  { name: 'landing', prepare: (page) => open(page, '/', 'Driver Management System') },
  { name: 'login', prepare: (page) => open(page, '/login', 'Sign in to access') },
  {
    name: 'login-busy',
    prepare: async (page) => {
      await page.route('**/auth/v1/token*', hold);
      await typeCredentials(page);
      await shows(page, 'Signing in...');
    },
  },
  {
    name: 'login-failed',
    prepare: async (page) => {
      await typeCredentials(page);
      await shows(page, 'Invalid login credentials');
    },
  },
  {
    name: 'login-without-profile',
    as: 'driver',
    prepare: async (page) => {
      await page.route('**/api/profile', answerProblem('no_profile'));
      await open(page, '/login', /Failed to fetch user profile/);
    },
  },
  { name: 'not-found', prepare: (page) => open(page, '/nowhere', 'Oops! Page not found') },
];

const shell: Shot[] = [
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
    prepare: (page) => open(page, NEXT, "You don't have access to this page"),
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
      await page.getByRole('button', { name: 'Sign Out' }).click();
      await shows(page, 'Sign out with unsent work?');
    },
  },
];

const profile: Shot[] = [
  { name: 'profile-driver', as: 'driver', prepare: (page) => open(page, PROFILE, 'Pending Deliveries') },
  {
    name: 'profile-driver-with-cash',
    as: 'driver2',
    prepare: (page) => open(page, PROFILE, 'Pending Deliveries'),
  },
  { name: 'profile-manager', as: 'manager', prepare: (page) => open(page, PROFILE, 'Cash on Hand') },
  { name: 'profile-admin', as: 'admin', prepare: (page) => open(page, PROFILE, 'Cash on Hand') },
  {
    name: 'profile-loading',
    as: 'driver',
    prepare: async (page) => {
      await page.route('**/api/profile/statistics', hold);
      await open(page, PROFILE, 'Loading profile data...');
    },
  },
  {
    name: 'profile-failed',
    as: 'driver',
    prepare: async (page) => {
      await page.route('**/api/profile/statistics', answerProblem('unexpected'));
      await open(page, PROFILE, 'Your figures could not be loaded');
    },
  },
  {
    name: 'profile-as-of',
    as: 'driver',
    prepare: async (page) => {
      await open(page, PROFILE, 'Pending Deliveries');
      await page.route('**/api/profile/statistics', hold);
      await open(page, PROFILE, /^As of/);
    },
  },
  {
    name: 'profile-outdated',
    as: 'driver',
    prepare: async (page) => {
      await open(page, PROFILE, 'Pending Deliveries');
      await page.route('**/api/profile/statistics', answerProblem('unavailable'));
      await open(page, PROFILE, /Newer figures could not be loaded/);
    },
  },
];

const assigned: Shot[] = [
  { name: 'assigned-orders', as: 'driver', prepare: (page) => open(page, ASSIGNED, /Order #/) },
  {
    name: 'assigned-orders-all',
    as: 'driver',
    full: true,
    prepare: (page) => open(page, ASSIGNED, /Order #/),
  },
  {
    name: 'assigned-orders-none',
    as: 'manager',
    prepare: (page) => open(page, ASSIGNED, 'No Orders Assigned'),
  },
  {
    name: 'assigned-orders-loading',
    as: 'driver',
    prepare: async (page) => {
      await page.route('**/api/orders/assigned', hold);
      await open(page, ASSIGNED, 'Loading assigned orders...');
    },
  },
  {
    name: 'assigned-orders-failed',
    as: 'driver',
    prepare: async (page) => {
      await page.route('**/api/orders/assigned', answerProblem('unexpected'));
      await open(page, ASSIGNED, 'Failed to load assigned orders');
    },
  },
];

const nextOrder: Shot[] = [
  { name: 'next-order', as: 'driver', prepare: openForm },
  { name: 'next-order-all', as: 'driver', full: true, prepare: openForm },
  {
    name: 'next-order-filled',
    as: 'driver',
    full: true,
    prepare: async (page, { photo }) => {
      await openForm(page);
      await fillDelivery(page, photo);
    },
  },
  {
    name: 'next-order-filled-end',
    as: 'driver',
    only: 'phone',
    prepare: async (page, { photo }) => {
      await openForm(page);
      await fillDelivery(page, photo);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    },
  },
  {
    name: 'next-order-unmet',
    as: 'driver',
    prepare: async (page) => {
      await openForm(page);
      // It looks disabled, and takes presses all the same.
      await button(page).click({ force: true });
      await shows(page, 'Missing Information');
    },
  },
  { name: 'next-order-none', as: 'driver2', prepare: (page) => open(page, NEXT, 'No Orders Available') },
  {
    name: 'next-order-no-driver-record',
    as: 'manager',
    prepare: (page) => open(page, NEXT, /Failed to get driver information/),
  },
  {
    name: 'next-order-loading',
    as: 'driver',
    prepare: async (page) => {
      await page.route('**/api/orders/next*', hold);
      await open(page, NEXT, 'Loading next order...');
    },
  },
  {
    name: 'next-order-failed',
    as: 'driver',
    prepare: async (page) => {
      await page.route('**/api/orders/next*', answerProblem('unexpected'));
      await open(page, NEXT, 'Order Fetch Error');
    },
  },
  {
    name: 'next-order-confirming',
    as: 'driver',
    prepare: async (page, { photo }) => {
      await confirm(page, photo, hold);
      await shows(page, 'Confirming Delivery...');
    },
  },
  {
    name: 'next-order-photo-failed',
    as: 'driver',
    prepare: async (page, { photo }) => {
      await page.route('**/storage/**', (route) => route.abort());
      await confirm(page, photo, hold);
      await shows(page, 'The photo is not uploaded yet');
    },
  },
  {
    name: 'next-order-unknown',
    as: 'driver',
    prepare: async (page, { photo }) => {
      await confirm(page, photo, (route) => route.abort());
      await shows(page, /We don't know yet/);
    },
  },
  {
    name: 'next-order-refused',
    as: 'driver',
    prepare: async (page, { photo }) => {
      await confirm(page, photo, answerProblem('order_not_assigned'));
      await shows(page, 'This delivery was not recorded');
    },
  },
  {
    name: 'next-order-delivered',
    as: 'driver',
    prepare: async (page, { photo }) => {
      await page.route('**/functions/v1/*', answerProblem('unexpected'));
      await confirm(page, photo, deliveredAnswer());
      await shows(page, 'Delivery Confirmed');
    },
  },
  {
    name: 'next-order-conflict',
    as: 'driver',
    prepare: async (page, { photo }) => {
      await confirm(page, photo, deliveredAnswer('cancelled'));
      await shows(page, 'Delivery recorded with a conflict');
    },
  },
];

export const SHOTS: readonly Shot[] = [...entrance, ...shell, ...profile, ...assigned, ...nextOrder];
