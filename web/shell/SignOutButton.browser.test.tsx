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

test('the question about a held handover names it and does not promise that it will be sent', async () => {
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

test('signs out although the device’s store fails', async () => {
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The disk is gone', 'UnknownError');
  });
  await pressSignOut();
  await vi.waitFor(() => expect(sessionStore.user_id()).toBeNull());
});

test('signs out within seconds although the device’s store hangs', async () => {
  const silent = new Proxy({}, { get: () => () => silent }) as IDBTransaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockReturnValue(silent);
  await pressSignOut();
  await vi.waitFor(() => expect(sessionStore.user_id()).toBeNull());
  const button = page.getByRole('button', { name: 'Sign Out' });
  await expect.element(button).not.toHaveAttribute('aria-busy');
});

test('asks before deleting the details of an unconfirmed delivery', async () => {
  const order_id = newId();
  await deviceDrafts.save(user.id, order_id, { customer_name: 'Layla' });
  await pressSignOut();
  const question = page.getByRole('dialog', { name: 'Sign out with unsent work?' });
  await expect
    .element(question)
    .toHaveTextContent('The details you entered for an unconfirmed delivery will be deleted.');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  expect((await deviceDrafts.read(user.id, order_id)).customer_name).toBe('Layla');
  expect(sessionStore.user_id()).toBe(user.id);
});
