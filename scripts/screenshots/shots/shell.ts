import { expect, type Page } from '@playwright/test';
import { answerProblem, changeResponse, cutOff, hold } from '../conditions.ts';
import { open, PROFILE, type Shot, shot, shows } from '../shot.ts';
import { confirm } from './orders.ts';

async function typeCredentials(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByPlaceholder('Enter your email').fill('driver@demo.mandoob.example');
  await page.getByPlaceholder('Enter your password').fill('not the password');
  await page.getByRole('button', { name: 'Sign In' }).click();
}

export const shell: Shot[] = [
  shot('landing', null, (page) => open(page, '/', 'Driver Management System')),
  shot('login', null, (page) => open(page, '/login', 'Sign in to access')),
  shot('login-busy', null, async (page) => {
    await page.route('**/auth/v1/token*', hold);
    await typeCredentials(page);
    await shows(page, 'Signing in...');
  }),
  shot('login-failed', null, async (page) => {
    await typeCredentials(page);
    await shows(page, 'Invalid login credentials');
  }),
  shot('login-session-ended', null, async (page) => {
    await page.addInitScript(() => localStorage.setItem('mandoob.ended', '"password_changed"'));
    await open(page, '/login', 'You have been signed out');
  }),
  shot('login-without-profile', 'driver', async (page) => {
    await page.route('**/api/profile', answerProblem('no_profile'));
    await open(page, '/login', /Failed to fetch user profile/);
  }),
  shot('not-found', null, (page) => open(page, '/nowhere', 'Oops! Page not found')),
  shot('dashboard-loading', 'driver', async (page) => {
    await page.route('**/api/profile', hold);
    await open(page, PROFILE, 'Loading dashboard...');
  }),
  shot('dashboard-without-connection', 'driver', async (page) => {
    await cutOff(page);
    await open(page, PROFILE, 'No connection');
  }),
  shot('menu', { as: 'manager', only: 'phone' }, async (page) => {
    await open(page, PROFILE, 'Cash on Hand');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('navigation')).toBeVisible();
  }),
  shot('menu-collapsed', { as: 'manager', only: 'desktop' }, async (page) => {
    await open(page, PROFILE, 'Cash on Hand');
    await page.keyboard.press('Control+b');
    await page.getByRole('link', { name: 'Assigned Orders' }).hover();
  }),
  shot('no-access', 'admin', (page) =>
    open(page, '/dashboard/next-order', "You don't have access to this page"),
  ),
  shot('password', 'driver', (page) => open(page, '/dashboard/password', 'Repeat New Password')),
  shot('password-first', 'driver', async (page) => {
    await page.route('**/api/profile', changeResponse({ must_change_password: true }));
    await open(page, PROFILE, 'Choose Your Own Password');
  }),
  shot('sign-out-with-unsent-work', 'driver', async (page, { photo, phone }) => {
    await confirm(page, photo, (route) => route.abort());
    await shows(page, /We don't know yet/);
    if (phone) await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await shows(page, 'Sign out with unsent work?');
  }),
];
