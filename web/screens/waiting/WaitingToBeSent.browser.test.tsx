import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { newId } from '../../../contract/rules/ids.ts';
import { deliveryCommand, deliveryReply } from '../../../tests/support/delivery-command.ts';
import { driverProfile } from '../../../tests/support/delivery-order.ts';
import { handoverCommand } from '../../../tests/support/handover-command.ts';
import { writeSession } from '../../../tests/support/kept-session.ts';
import {
  installServerDouble,
  json,
  problem,
  type ServerDouble,
} from '../../../tests/support/server-double.ts';
import { deviceOutbox, startOffline, storagePersistence } from '../../commands/this-device.ts';
import { ScreenTitle, TimeZone } from '../../components/open-screen.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { authState, sessionStore, startSession } from '../../session/device-session.ts';
import { SessionProvider } from '../../session/session-provider.tsx';
import { WaitingToBeSent } from './WaitingToBeSent.tsx';

let server: ServerDouble;
let user_id: string;

beforeEach(async () => {
  startOffline();
  server = installServerDouble();
  const user = { id: newId(), email: 'driver@demo.mandoob.example' };
  user_id = user.id;
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600 };
  server.answers.set('POST /auth/v1/token?grant_type=password', () => json({ ...tokens, expires_at, user }));
  server.answers.set('GET /api/profile', () => json(driverProfile({ id: user.id })));
  server.record = (asked) => deliveryReply((asked.body as { order_id: string }).order_id);
  await sessionStore.signIn(user.email, 'mandoob-demo');
});

afterEach(() => {
  vi.restoreAllMocks();
  writeSession(null);
  server.restore();
});

function open() {
  return render(
    <SessionProvider>
      <TimeZone value="Asia/Dubai">
        <ScreenTitle value="Waiting to be sent">
          <WaitingToBeSent />
        </ScreenTitle>
      </TimeZone>
    </SessionProvider>,
  );
}

/**
 * Loads the profile of the signed-in user, as the app does before it shows a screen; else the previous
 * test's remains.
 */
async function knowProfile(): Promise<void> {
  const stop = startSession();
  await vi.waitFor(() => expect(authState.snapshot().profile?.id).toBe(user_id));
  stop();
}

/** Returns the command of a delivery confirmed that many minutes ago. */
function delivery(of: { order_number: string; minutes: number; tender?: 'cash' | 'card_machine' | null }) {
  const { tender = 'cash', order_number, minutes } = of;
  const occurred_at = new Date(Date.now() - minutes * 60_000).toISOString();
  const command = deliveryCommand({ user_id });
  const input = { ...command.input, tender, occurred_at };
  return { ...command, input, occurred_at, about_order: { order_number, taken_fils: 0 } };
}

const entry = (name: string) => page.getByRole('article', { name });
const heading = () => page.getByRole('heading', { level: 2 });

test('with nothing unsent the empty state is shown', async () => {
  await open();
  await expect.element(page.getByText('Everything is sent')).toBeVisible();
  await expect.element(heading()).toHaveTextContent(/^Waiting to be sent$/);
  expect(page.getByRole('button', { name: 'Send now' }).elements()).toEqual([]);
});

test('each delivery shows its order, payment, age and which files were sent', async () => {
  server.fault = ({ method, path }) => {
    if (path.includes('delivery-image')) return undefined;
    return method === 'GET' ? undefined : 'lost';
  };
  await deviceOutbox.enqueue(delivery({ order_number: '1042', minutes: 12 }));
  await open();
  await expect.element(entry('Order #1042')).toHaveTextContent('Photo sent');
  await expect.element(entry('Order #1042')).toHaveTextContent('Note not sent yet');
  await expect.element(entry('Order #1042')).toHaveTextContent('The delivery note is not uploaded yet');
  await deviceOutbox.enqueue(delivery({ order_number: '1043', minutes: 0, tender: 'card_machine' }));
  await deviceOutbox.enqueue(delivery({ order_number: '1044', minutes: 0, tender: null }));
  await expect.element(heading()).toHaveTextContent('Waiting to be sent: 3, AED 145.00');
  await expect.element(entry('Order #1042')).toHaveTextContent(/Layla Haddad.*AED 145\.00Cash.*12 min ago/);
  await expect.element(entry('Order #1043')).toHaveTextContent(/AED 145\.00Card machine.*just now/);
  await expect.element(entry('Order #1043')).toHaveTextContent('Photo not sent yet');
  await expect.element(entry('Order #1043')).toHaveTextContent('Waiting to be sent');
  await expect.element(entry('Order #1044')).toHaveTextContent('Nothing collected');
});

test('an attempt is listed with its photo until it is sent, without an amount', async () => {
  server.fault = ({ method }) => (method === 'GET' ? undefined : 'lost');
  const { files, ...command } = delivery({ order_number: '1046', minutes: 4 });
  const attempt_id = newId();
  const input = {
    ...{
      attempt_id,
      order_id: command.subject,
      reason: 'nobody_home',
      note: null,
      next: null,
      position: null,
    },
    ...{ photo: command.input.delivery_image, occurred_at: command.occurred_at, clock_offset_ms: 0 },
  };
  const photo = files.filter(({ stage }) => stage === 'photo');
  const endpoint = 'record_attempt' as const;
  await deviceOutbox.enqueue({ ...command, endpoint, subject: attempt_id, input, files: photo });
  await open();
  await expect.element(heading()).toHaveTextContent(/^Waiting to be sent: 1$/);
  await expect.element(entry("Couldn't deliver #1046")).toHaveTextContent(/4 min ago/);
  await expect.element(entry("Couldn't deliver #1046")).toHaveTextContent('Photo not sent yet');
});

const NO_CONNECTION = 'No connection. Unsent work is sent automatically once there is one.';
const sendButton = (order_number: string) =>
  page.getByRole('button', { name: `Send now, Order #${order_number}`, exact: true });
/** The recorded command ids, in the order in which the server recorded them. */
const recorded = () => [...server.recorded.keys()];

test('one entry is sent by its own button, and the focus moves to the heading', async () => {
  server.fault = ({ method }) => (method === 'GET' ? undefined : 'lost');
  await deviceOutbox.enqueue(delivery({ order_number: '1045', minutes: 3 }));
  await open();
  await expect.element(entry('Order #1045')).toHaveTextContent('The photo is not uploaded yet');
  // A single entry has no additional Send all button.
  expect(page.getByRole('button', { name: /Send/ }).elements()).toHaveLength(1);
  server.fault = () => undefined;
  (sendButton('1045').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Everything is sent')).toBeVisible();
  await expect.element(heading()).toHaveFocus();
});

test('a press without a connection shows that, and the next press shows it again', async () => {
  server.fault = ({ method }) => (method === 'GET' ? undefined : 'lost');
  await deviceOutbox.enqueue(delivery({ order_number: '1048', minutes: 3 }));
  await open();
  await expect.element(entry('Order #1048')).toHaveTextContent('The photo is not uploaded yet');
  for (let presses = 0; presses < 2; presses += 1) {
    (sendButton('1048').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(sendButton('1048')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(entry('Order #1048')).not.toHaveTextContent(NO_CONNECTION);
    await expect.element(entry('Order #1048')).toHaveTextContent(NO_CONNECTION);
    await expect.element(sendButton('1048')).toHaveFocus();
  }
  server.fault = ({ method }) => (method === 'GET' ? undefined : problem('unexpected', { status: 503 }));
  await sendButton('1048').click();
  await expect
    .element(entry('Order #1048'))
    .toHaveTextContent('The server could not accept it now. It is sent again automatically.');
});

test('the id of the failed request is shown, and stays after the connection is lost', async () => {
  const REQUEST = 'Request test';
  server.fault = ({ method }) => (method === 'GET' ? undefined : problem('unexpected'));
  await deviceOutbox.enqueue(delivery({ order_number: '1054', minutes: 3 }));
  await open();
  await expect.element(entry('Order #1054')).toHaveTextContent(REQUEST);
  server.fault = ({ method }) => (method === 'GET' ? undefined : 'lost');
  await sendButton('1054').click();
  await expect.element(entry('Order #1054')).toHaveTextContent(NO_CONNECTION);
  await expect.element(entry('Order #1054')).toHaveTextContent(REQUEST);
});

test('sending a later entry sends the earlier ones first', async () => {
  server.fault = ({ method }) => (method === 'GET' ? undefined : 'lost');
  const commands = ['1049', '1050', '1051'].map((order_number) => delivery({ order_number, minutes: 3 }));
  for (const command of commands) await deviceOutbox.enqueue(command);
  await open();
  await expect.element(entry('Order #1049')).toHaveTextContent('The photo is not uploaded yet');
  await sendButton('1051').click();
  await expect.element(entry('Order #1051')).toHaveTextContent(NO_CONNECTION);
  await expect.element(entry('Order #1050')).not.toHaveTextContent(NO_CONNECTION);
  server.fault = () => undefined;
  await sendButton('1051').click();
  await expect.element(page.getByText('Everything is sent')).toBeVisible();
  expect(recorded()).toEqual(commands.map(({ command_id }) => command_id));
});

test('one button sends all pending entries', async () => {
  server.fault = ({ method }) => (method === 'GET' ? undefined : 'lost');
  const commands = ['1052', '1053'].map((order_number) => delivery({ order_number, minutes: 3 }));
  for (const command of commands) await deviceOutbox.enqueue(command);
  await open();
  await expect.element(entry('Order #1052')).toHaveTextContent('The photo is not uploaded yet');
  const all = page.getByRole('button', { name: 'Send all now' });
  await all.click();
  await expect.element(page.getByText(NO_CONNECTION)).toBeVisible();
  expect(page.getByText(NO_CONNECTION).elements()).toHaveLength(1);
  server.fault = () => undefined;
  await all.click();
  await expect.element(page.getByText('Everything is sent')).toBeVisible();
  expect(recorded()).toEqual(commands.map(({ command_id }) => command_id));
});

test('unknown, refused and held entries are shown differently, with their actions', async () => {
  const unknown = delivery({ order_number: '1046', minutes: 1 });
  const refused = delivery({ order_number: '1047', minutes: 1 });
  server.fault = ({ key }) => {
    if (key === unknown.command_id) return 'answer_lost';
    return key === refused.command_id ? problem('no_access') : undefined;
  };
  await deviceOutbox.enqueue(refused);
  await open();
  const not_recorded = page.getByRole('region', { name: 'Not recorded' });
  await expect.element(not_recorded).toHaveTextContent('This delivery was not recorded');
  // A refused entry is not sent any more, so its cash is not pending.
  await expect.element(heading()).toHaveTextContent(/^Waiting to be sent$/);
  await deviceOutbox.enqueue(unknown);
  await expect.element(entry('Order #1046')).toHaveTextContent("We don't know yet whether this was recorded");
  await expect.element(heading()).toHaveTextContent('Waiting to be sent: 1, AED 145.00');
  await not_recorded.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(not_recorded).not.toBeInTheDocument();
});

test('a failed handover waits for its user’s next press', async () => {
  server.fault = ({ method }) => (method === 'PUT' ? 'lost' : undefined);
  await deviceOutbox.enqueue(handoverCommand({ user_id, amount_fils: 20_000 }));
  await open();
  const handover = entry('End Of Day Handover');
  await expect.element(handover).toHaveTextContent('This handover is not recorded yet');
  await expect.element(handover).toHaveTextContent(/driver.*AED 200\.00/);
  // A handover moves no cash before it is recorded.
  await expect.element(heading()).toHaveTextContent(/^Waiting to be sent: 1$/);
  // Only its own button sends it.
  expect(page.getByRole('button', { name: /Send/ }).elements()).toEqual([]);
  await handover.getByRole('button', { name: 'Discard' }).click();
  await expect.element(page.getByText('Everything is sent')).toBeVisible();
});

test('the risk of deletion is shown if the browser refuses persistent storage, and hidden once it is granted', async () => {
  const AT_STAKE = 'This browser may delete unsent deliveries when the device runs out of storage.';
  const persist = vi.spyOn(thisTab.store, 'persist').mockResolvedValue(false);
  await open();
  const line = page.getByText(`${AT_STAKE} Install the app to keep them safe.`);
  await expect.element(line).toBeVisible();
  expect(persist).toHaveBeenCalled();
  persist.mockResolvedValue(true);
  await storagePersistence.request();
  await expect.element(line).not.toBeInTheDocument();
});

test('a user who delivers nothing causes no persistence request and sees no warning', async () => {
  const persist = vi.spyOn(thisTab.store, 'persist').mockResolvedValue(false);
  server.answers.set('GET /api/profile', () =>
    json(driverProfile({ id: user_id, role: 'Manager', driver: null })),
  );
  await storagePersistence.request();
  persist.mockClear();
  await knowProfile();
  await open();
  await expect.element(page.getByText('Everything is sent')).toBeVisible();
  expect(persist).not.toHaveBeenCalled();
  expect(page.getByText(/may delete unsent/).elements()).toEqual([]);
});
