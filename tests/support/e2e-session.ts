import { expect, type Page } from '@playwright/test';
import { STORED_KEYS } from '../../web/environment/stored-texts.ts';
import type { Session } from '../../web/session/session-types.ts';
import { PASSWORD, type Person } from './e2e-shop.ts';

/** Stores a session in the browser, as after an earlier sign-in. No page of the app is open. */
export async function keepSession(page: Page, { email }: Pick<Person, 'email'>): Promise<void> {
  const answer = await page.request.post('/auth/v1/token?grant_type=password', {
    data: { email, password: PASSWORD },
  });
  expect(answer.status()).toBe(200);
  const { access_token, refresh_token, expires_in, user } = (await answer.json()) as Session;
  const expires_at = Math.floor(Date.now() / 1000) + expires_in;
  const session = { access_token, refresh_token, token_type: 'bearer', expires_in, expires_at, user };
  // A page of the server's origin that does not start the app.
  await page.goto('/healthz');
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    STORED_KEYS.session,
    JSON.stringify(session),
  ] as const);
}
