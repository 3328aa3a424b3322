import type { Page } from '@playwright/test';
import { answerProblem, hold } from '../conditions.ts';
import { open, type Shot, shot, shows } from '../shot.ts';

async function typeCredentials(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByPlaceholder('Enter your email').fill('driver@demo.mandoob.example');
  await page.getByPlaceholder('Enter your password').fill('not the password');
  await page.getByRole('button', { name: 'Sign In' }).click();
}

export const entrance: Shot[] = [
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
];
