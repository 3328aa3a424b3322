import { expect, type Route } from '@playwright/test';
import { fillSignIn } from '../e2e-screens.ts';
import { PASSWORD } from '../e2e-shop.ts';
import { NARROW } from '../e2e-viewports.ts';
import { build } from '../query-builder.ts';
import { type Given, go, type State, shows, type Walk } from './walk.ts';

/** Landing page, sign-in and unknown addresses, up to the form on which a user chooses the first password. */
export const signedOut: Walk = {
  name: 'signed out',
  as: null,
  size: NARROW,
  thumbs: true,
  at_twice: true,
  screens: ['/', '/login', '/nowhere'],
  states,
};

async function* states({ page, server, shop }: Given): AsyncGenerator<State | string> {
  const landing = '**/assets/Landing-*.js';
  await page.route(landing, (route) => route.abort());
  await page.goto('/');
  await shows(page, 'This page could not be opened');
  yield 'a page that does not load';
  await page.unroute(landing);
  await page.goto('/');
  await shows(page, 'Driver Management System');
  yield 'landing';
  await go(page, '/nowhere', 'Oops! Page not found');
  yield 'unknown address';

  await page.evaluate(() => localStorage.setItem('mandoob.ended', '"signed_out"'));
  await page.goto('/login');
  await shows(page, 'This device was signed out from another one.');
  yield 'signed out from another device';
  await page.evaluate(() => localStorage.removeItem('mandoob.ended'));
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  yield 'sign-in';
  const { email, user_id } = shop.driver;
  await fillSignIn(page, email, 'not the password');
  await shows(page, 'Invalid login credentials');
  yield 'a rejected sign-in';

  const must_change = build(server.owner).updateTable('users').set({ must_change_password: true });
  await must_change.where('id', '=', user_id).execute();
  const held: Route[] = [];
  await page.route('**/auth/v1/token*', (route) => void held.push(route));
  await fillSignIn(page, email, PASSWORD);
  await shows(page, 'Signing in...');
  yield { what: 'signing in', busy: true };
  for (const route of held) await route.continue();
  await expect(page.getByRole('heading', { name: 'Choose Your Own Password' })).toBeVisible();
  yield 'the first password';
}
