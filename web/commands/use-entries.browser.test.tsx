import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { newId } from '../../contract/rules/ids.ts';
import { deliveryCommand, deliveryReply } from '../../tests/support/delivery-command.ts';
import { driverProfile } from '../../tests/support/delivery-order.ts';
import { handoverCommand, handoverReply } from '../../tests/support/handover-command.ts';
import { writeSession } from '../../tests/support/kept-session.ts';
import { SignedIn } from '../../tests/support/SignedIn.tsx';
import { installServerDouble, json, type ServerDouble } from '../../tests/support/server-double.ts';
import type { ToastText } from '../api/problem-messages.ts';
import { useDraft } from '../offline/drafts/use-draft.ts';
import { sessionStore } from '../session/device-session.ts';
import { SessionProvider } from '../session/session-provider.tsx';
import { useSession } from '../session/use-session.ts';
import { messagesOf } from './commands.ts';
import { useOutboxToasts } from './notices/use-outbox-toasts.ts';
import { deviceOutbox, startOffline, unsentEntries } from './this-device.ts';
import { useDeliveries, useOwnEntries } from './use-entries.ts';

const user = { id: newId(), email: 'driver@demo.mandoob.example' };
const expires_at = Math.floor(Date.now() / 1000) + 3600;
let server: ServerDouble;

startOffline();

beforeEach(async () => {
  server = installServerDouble();
  server.record = (request) => deliveryReply((request.body as { order_id: string }).order_id);
  server.answers.set('POST /functions/v1/fulfill-shopify-order', () =>
    json({ success: false, status: 'waiting' }),
  );
  server.answers.set('POST /auth/v1/logout?scope=global', () => json({}));
  server.answers.set('GET /api/profile', () => json(driverProfile({ id: user.id })));
  server.answers.set('POST /auth/v1/token?grant_type=password', () =>
    json({ access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600, expires_at, user }),
  );
  await sessionStore.signIn(user.email, 'mandoob-demo');
});

afterEach(() => {
  writeSession(null);
  server.restore();
});

function Screen({ order_id }: { order_id: string }) {
  const [toasts, setToasts] = useState<ToastText[]>([]);
  const entry = useDeliveries().findLast(({ subject }) => subject === order_id);
  const unsent = useOwnEntries().filter(({ state }) => state !== 'done');
  const { user: signed_in } = useSession();
  useOutboxToasts((toast) => setToasts((shown) => [...shown, toast]));
  return (
    <div>
      <p data-testid="user">{signed_in?.email ?? 'nobody'}</p>
      <p data-testid="state">{entry?.state ?? 'none'}</p>
      <p data-testid="unsent">{unsent.length}</p>
      <p data-testid="toasts">{toasts.map(({ description, title }) => description ?? title).join(' | ')}</p>
    </div>
  );
}

function show(order_id: string) {
  return render(
    <SessionProvider>
      <Screen order_id={order_id} />
    </SessionProvider>,
  );
}

const IMAGE = 'Failed to upload delivery image. Please check your internet connection and try again.';
const AFTER_DONE = [
  'Order completed but Shopify fulfillment failed. Please contact support.',
  'Cash tracking updated. New total: AED 145.00',
  'Order has been successfully delivered and confirmed',
];

test('the screen follows its delivery, and each toast appears once, in order', async () => {
  let broken = true;
  server.fault = ({ method }) => (broken && method === 'PUT' ? 'lost' : undefined);
  const command = deliveryCommand({ user_id: user.id });
  const page = await show(command.subject);
  await expect.element(page.getByTestId('state')).toHaveTextContent('none');
  await deviceOutbox.enqueue(command);
  await expect.element(page.getByTestId('toasts')).toHaveTextContent(IMAGE);
  await expect.element(page.getByTestId('unsent')).toHaveTextContent('1');
  await expect(unsentEntries()).resolves.toHaveLength(1);
  broken = false;
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByTestId('state')).toHaveTextContent('done');
  await expect.element(page.getByTestId('toasts')).toHaveTextContent([IMAGE, ...AFTER_DONE].join(' | '));
  await expect.element(page.getByTestId('unsent')).toHaveTextContent('0');
});

test('a handover made in another tab is announced once its texts are loaded', async () => {
  const command = handoverCommand({ user_id: user.id });
  const page = await show(command.subject);
  await expect.element(page.getByTestId('unsent')).toHaveTextContent('0');
  expect(messagesOf('end_handover')).toBeUndefined();
  server.record = () => handoverReply();
  await deviceOutbox.enqueue(command);
  await expect
    .element(page.getByTestId('toasts'))
    .toHaveTextContent('Successfully processed handover for AED 145.00');
});

test('a toast missed by a closed page is shown once when the page is opened again', async () => {
  const command = deliveryCommand({ user_id: user.id });
  const made = await deviceOutbox.enqueue(command);
  await new Promise<void>((resolve) => {
    const stop = deviceOutbox.subscribe(() => {
      const entry = deviceOutbox.entries().find(({ command_id }) => command_id === made.command_id);
      if (entry?.state !== 'done' || entry.fulfilment === 'pending') return;
      stop();
      resolve();
    });
  });
  const page = await show(command.subject);
  await expect.element(page.getByTestId('toasts')).toHaveTextContent(AFTER_DONE.join(' | '));
  await page.unmount();
  await deviceOutbox.acknowledge(made.command_id);
  const again = await show(command.subject);
  await expect.element(again.getByTestId('state')).toHaveTextContent('done');
  // A concurrent reload may publish the acknowledged entry after `acknowledge` has resolved.
  const shown = () => deviceOutbox.entries().find(({ command_id }) => command_id === made.command_id);
  await expect.poll(shown).toMatchObject({ announced: 'done', acknowledged_at: expect.any(Number) });
  await expect.element(again.getByTestId('toasts')).toBeEmptyDOMElement();
});

test("signing out hides the user's entries and keeps them", async () => {
  server.fault = ({ method }) => (method === 'PUT' ? 'lost' : undefined);
  const command = deliveryCommand({ user_id: user.id });
  await deviceOutbox.enqueue(command);
  const page = await show(command.subject);
  await expect.element(page.getByTestId('state')).toHaveTextContent(/queued|sending/);
  await sessionStore.signOut();
  await expect.element(page.getByTestId('user')).toHaveTextContent('nobody');
  await expect.element(page.getByTestId('state')).toHaveTextContent('none');
  expect((await deviceOutbox.reload()).at(-1)).toMatchObject({
    command_id: command.command_id,
    user_id: user.id,
  });
  server.fault = () => undefined;
  await sessionStore.signIn(user.email, 'mandoob-demo');
  await expect.element(page.getByTestId('state')).toHaveTextContent('done');
});

function DraftForm({ order_id }: { order_id: string }) {
  const { draft, save, clear } = useDraft(order_id);
  if (!draft) return <p>reading</p>;
  return (
    <form>
      <input
        aria-label="name"
        value={draft.customer_name}
        onChange={(event) => void save({ customer_name: event.target.value })}
      />
      <button type="button" onClick={() => void clear()}>
        clear
      </button>
    </form>
  );
}

test('a draft is kept per order across a remount, and can be cleared', async () => {
  const order_id = newId();
  const form = (id: string) => (
    <SessionProvider>
      <SignedIn>
        <DraftForm order_id={id} />
      </SignedIn>
    </SessionProvider>
  );
  const showDraft = (id: string) => render(form(id));
  const page = await showDraft(order_id);
  await page.getByLabelText('name').fill('ليلى حداد');
  await page.unmount();
  const again = await showDraft(order_id);
  await expect.element(again.getByLabelText('name')).toHaveValue('ليلى حداد');
  await again.rerender(form(newId()));
  await expect.element(again.getByLabelText('name')).toHaveValue('');
  await again.rerender(form(order_id));
  await expect.element(again.getByLabelText('name')).toHaveValue('ليلى حداد');
  await again.getByRole('button', { name: 'clear' }).click();
  await expect.element(again.getByLabelText('name')).toHaveValue('');
});
