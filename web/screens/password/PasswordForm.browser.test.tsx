import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { driverProfile } from '../../../tests/support/delivery-order.ts';
import { writeSession } from '../../../tests/support/kept-session.ts';
import {
  installServerDouble,
  json,
  problem,
  type ServerDouble,
} from '../../../tests/support/server-double.ts';
import { sessionStore } from '../../session/device-session.ts';
import { SessionProvider } from '../../session/session-provider.tsx';
import { clearToasts, shownToasts } from '../../ui/toast.ts';
import { PasswordForm } from './PasswordScreen.tsx';

const CURRENT = 'correct horse battery';
const TOO_COMMON = 'This password is too common and easy to guess';
const profile = { ...driverProfile(), full_name: 'Bilal Ahmed' };
let server: ServerDouble;

beforeEach(async () => {
  server = installServerDouble();
  const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600 };
  const user = { id: profile.id, email: 'courier7@barsha-market.ae' };
  server.answers.set('POST /auth/v1/token?grant_type=password', () => json({ ...tokens, user }));
  server.answers.set('GET /api/profile', () => json(profile));
  await sessionStore.signIn(user.email, CURRENT);
});

afterEach(() => {
  clearToasts();
  writeSession(null);
  server.restore();
});

async function open(): Promise<void> {
  await render(
    <SessionProvider>
      <PasswordForm />
    </SessionProvider>,
  );
}

const field = (label: string) => page.getByLabelText(label, { exact: true });
const sent = () => server.count('POST', '/api/password');

async function submit(chosen: string, repeated = chosen): Promise<void> {
  await field('Current Password').fill(CURRENT);
  await field('New Password').fill(chosen);
  await field('Repeat New Password').fill(repeated);
  await page.getByRole('button', { name: 'Change Password' }).click();
}

test.each([
  ['Password2026!', TOO_COMMON],
  ['BilalAhmed1', 'This password is mostly a name or an e-mail address that others know'],
  ['courier7@barsha-market.ae', 'This password is mostly a name or an e-mail address that others know'],
  ['ababababababab', 'This password only repeats the same characters'],
  [CURRENT, 'The new password is the same as the current one'],
  ['x y'.repeat(67), 'The new password can have at most 200 characters'],
])('shows while %s is typed why it would be refused, and sends nothing', async (chosen, reason) => {
  await open();
  await field('Current Password').fill(CURRENT);
  await field('New Password').fill(chosen);
  await expect.element(field('New Password')).toHaveAccessibleDescription(reason);
  await submit(chosen);
  expect(shownToasts()).toMatchObject([{ title: 'Password not changed', description: reason }]);
  expect(sent()).toBe(0);
});

test('shows no error before the password reaches the minimum length', async () => {
  await open();
  await field('New Password').fill('qwertyuio');
  await expect.element(field('New Password')).toHaveAccessibleDescription('At least 10 characters');
  await field('New Password').fill('my own good password');
  await expect.element(field('New Password')).toHaveAccessibleDescription('At least 10 characters');
});

test.each([
  ['too short', 'too short', 'The new password needs at least 10 characters'],
  ['my own good password', 'my own bad password', 'The new passwords do not match'],
])('%s and %s are not sent', async (chosen, repeated, reason) => {
  await open();
  await submit(chosen, repeated);
  expect(shownToasts()).toMatchObject([{ title: 'Password not changed', description: reason }]);
  expect(sent()).toBe(0);
});

test('a password that only the server refuses shows the server’s reason', async () => {
  server.answers.set('POST /api/password', () => problem('password_common'));
  await open();
  await submit('my own good password');
  await vi.waitFor(() =>
    expect(shownToasts()).toMatchObject([{ title: 'Password not changed', description: TOO_COMMON }]),
  );
});

test('an accepted password is sent, and the fields are cleared', async () => {
  server.answers.set('POST /api/password', () => json({ changed: true }));
  await open();
  await submit('my own good password');
  await vi.waitFor(() => expect(shownToasts()).toMatchObject([{ title: 'Password changed' }]));
  await expect.element(field('New Password')).toHaveValue('');
});

test('a success withdraws the toast of the previous failure', async () => {
  server.answers.set('POST /api/password', () => json({ changed: true }));
  await open();
  await submit('my own good password', 'my own bad password');
  expect(shownToasts()).toMatchObject([{ title: 'Password not changed' }]);
  await submit('my own good password');
  await vi.waitFor(() => expect(shownToasts()).toMatchObject([{ title: 'Password changed' }]));
});

test('passwords are masked, can be pasted, and have the autocomplete values of password managers', async () => {
  await open();
  for (const [label, kind] of [
    ['Current Password', 'current-password'],
    ['New Password', 'new-password'],
    ['Repeat New Password', 'new-password'],
  ] as const) {
    await expect.element(field(label)).toHaveAttribute('type', 'password');
    await expect.element(field(label)).toHaveAttribute('autocomplete', kind);
    const pasted = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
    expect(field(label).element().dispatchEvent(pasted)).toBe(true);
  }
});
