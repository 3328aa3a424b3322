import type { Page } from '@playwright/test';
import { answerProblem, hold } from '../conditions.ts';
import { open, type Shot, shows } from '../shot.ts';

async function typeCredentials(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByPlaceholder('Enter your email').fill('driver@demo.mandoob.example');
  await page.getByPlaceholder('Enter your password').fill('not the password');
  await page.getByRole('button', { name: 'Sign In' }).click();
}

export const entrance: Shot[] = [
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
    name: 'login-session-ended',
    prepare: async (page) => {
      await page.addInitScript(() => localStorage.setItem('mandoob.ended', '"password_changed"'));
      await open(page, '/login', 'You have been signed out');
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
