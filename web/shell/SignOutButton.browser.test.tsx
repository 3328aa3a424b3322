import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { newId } from '../../contract/rules/ids.ts';
import { handoverCommand } from '../../tests/support/handover-command.ts';
import { writeSession } from '../../tests/support/kept-session.ts';
import { installServerDouble, json, type ServerDouble } from '../../tests/support/server-double.ts';
import { deviceOutbox } from '../commands/this-device.ts';
import { deviceDrafts } from '../offline/drafts/device-drafts.ts';
import { sessionStore } from '../session/device-session.ts';
import { SessionProvider } from '../session/session-provider.tsx';
import { SignOutButton } from './SignOutButton.tsx';

let server: ServerDouble;
let user: { id: string; email: string };

beforeEach(async () => {
  server = installServerDouble();
  user = { id: newId(), email: 'admin@demo.mandoob.example' };
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const session = {
    access_token: 'a',
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
  };
  server.answers.set('POST /auth/v1/token?grant_type=password', () => json({ ...session, user }));
  server.answers.set('POST /auth/v1/logout?scope=global', () => json({}));
  await sessionStore.signIn(user.email, 'mandoob-demo');
});

afterEach(() => {
  vi.restoreAllMocks();
  writeSession(null);
  server.restore();
});

async function pressSignOut(): Promise<void> {
  await render(
    <SessionProvider>
      <SignOutButton collapsed={false} />
    </SessionProvider>,
  );
  await page.getByRole('button', { name: 'Sign Out' }).click();
}

test('a handover that waits for a press is not called a delivery, and not said to go out by itself', async () => {
  const { command_id } = await deviceOutbox.enqueue(handoverCommand({ user_id: user.id }));
  await deviceOutbox.advance(command_id, () => ({ state: 'held' }));
  await pressSignOut();
  const question = page.getByRole('dialog', { name: 'Sign out with unsent work?' });
  await expect.element(question).toHaveTextContent('One handover is not recorded.');
  await expect.element(question).not.toHaveTextContent('will be sent');
  expect(sessionStore.user_id()).toBe(user.id);
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await vi.waitFor(() => expect(sessionStore.user_id()).toBeNull());
});

test('a device that cannot read what it keeps is signed out all the same', async () => {
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The disk is gone', 'UnknownError');
  });
  await pressSignOut();
  await vi.waitFor(() => expect(sessionStore.user_id()).toBeNull());
});

test('a device whose store does not answer is signed out all the same, within seconds', async () => {
  const silent = new Proxy({}, { get: () => () => silent }) as IDBTransaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockReturnValue(silent);
  await pressSignOut();
  await vi.waitFor(() => expect(sessionStore.user_id()).toBeNull());
  const button = page.getByRole('button', { name: 'Sign Out' });
  await expect.element(button).not.toHaveAttribute('aria-busy');
});

test('what was entered for a delivery and not confirmed is asked about, since it is deleted', async () => {
  const order_id = newId();
  await deviceDrafts.save(user.id, order_id, { customer_name: 'Layla' });
  await pressSignOut();
  const question = page.getByRole('dialog', { name: 'Sign out with unsent work?' });
  await expect
    .element(question)
    .toHaveTextContent('What you entered for a delivery that is not confirmed yet is deleted.');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  expect((await deviceDrafts.read(user.id, order_id)).customer_name).toBe('Layla');
  expect(sessionStore.user_id()).toBe(user.id);
});
