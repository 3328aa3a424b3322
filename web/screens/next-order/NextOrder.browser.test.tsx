import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { DeliveryStage } from '../../../contract/rules/problems.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { deliveryCommand, deliveryReply } from '../../../tests/support/delivery-command.ts';
import { deliveryOrder, driverProfile } from '../../../tests/support/delivery-order.ts';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { SignedIn } from '../../../tests/support/SignedIn.tsx';
import { slipJpeg } from '../../../tests/support/sample-pictures.ts';
import {
  type Fault,
  installServerDouble,
  json,
  problem,
  type ReceivedRequest,
  type ServerDouble,
} from '../../../tests/support/server-double.ts';
import { queryClient } from '../../api/query-client.ts';
import { useOutboxToasts } from '../../commands/notices/use-outbox-toasts.ts';
import { deviceOutbox, startOffline } from '../../commands/this-device.ts';
import { mapsAddress } from '../../components/customer-contact.tsx';
import { NEXT_ORDER_PATH, orderPath } from '../../components/dashboard-paths.ts';
import { deviceDrafts } from '../../offline/drafts/device-drafts.ts';
import { sessionStore } from '../../session/device-session.ts';
import { SessionProvider } from '../../session/session-provider.tsx';
import { Toaster } from '../../ui/Toaster.tsx';
import { clearToasts } from '../../ui/toast.ts';
import { NextOrder } from './NextOrder.tsx';

const STOPS = '/api/orders/stops';
const NEXT = '/api/orders/next';
const CONFLICT = // The driver tells the manager (sic).
  'Order #1001 was cancelled before your delivery reached the server. Your delivery, its photo and AED 145.00 cash are recorded. Please tell your manager.';

let server: ServerDouble;
let user_id: string;

beforeEach(async () => {
  startOffline();
  server = installServerDouble();
  const profile = driverProfile();
  user_id = profile.id;
  const user = { id: user_id, email: 'driver@demo.mandoob.example' };
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const session = {
    access_token: 'a',
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
  };
  server.answers.set('POST /auth/v1/token?grant_type=password', () => json({ ...session, user }));
  server.answers.set('GET /api/profile', () => json(profile));
  offer();
  queryClient.clear();
  clearToasts();
  await sessionStore.signIn(user.email, 'mandoob-demo');
});

afterEach(() => {
  writeSession(null);
  server.restore();
});

/** Makes the server return these stops from now on. */
function offer(...stops: OrderWithItems[]): void {
  server.answers.set(`GET ${STOPS}`, () => json({ arrangement_id: null, stops }));
}

function withoutNetwork(): void {
  server.fault = () => 'lost';
}

/** The screen with the toasts of commands, as in the shell. */
function Announced() {
  useOutboxToasts();
  return <NextOrder />;
}

function open(order_id?: string, screen = <NextOrder />) {
  const address = memoryLocation({ path: order_id ? orderPath(order_id) : NEXT_ORDER_PATH });
  return render(
    <Router hook={address.hook} searchHook={address.searchHook}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <SignedIn>{screen}</SignedIn>
        </SessionProvider>
      </QueryClientProvider>
      <Toaster />
    </Router>,
  );
}

const confirmed = (order: OrderWithItems) =>
  deviceOutbox.enqueue({
    ...deliveryCommand({ user_id, order_id: order.id }),
    about_order: { order_number: order.order_number, taken_fils: order.taken_fils },
  });
const shows = (order_number: string) =>
  expect.element(page.getByText(`#${order_number}`, { exact: true })).toBeVisible();

async function entryOf(command_id: string) {
  return (await deviceOutbox.reload()).find((entry) => entry.command_id === command_id);
}

const orderOf = ({ body }: ReceivedRequest) => (body as { order_id: string }).order_id;
const toasts = () => [...document.querySelectorAll('[data-toast]')].map(({ textContent }) => textContent);
const customer = () => page.getByLabelText('Customer Full Name');

test('without orders the empty state is shown', async () => {
  await open();
  await expect.element(page.getByText('Complete your delivery confirmation')).toBeVisible();
  await expect.element(page.getByText('No Orders Available')).toBeVisible();
  await expect.element(page.getByText("You don't have any assigned orders at the moment.")).toBeVisible();
});

test('a paid order without phone number and location has no call link, and its address links to the map', async () => {
  const order = deliveryOrder({
    customer: { first_name: 'Layla', last_name: 'Haddad', phone: null },
    payment_method: 'online',
    payment_status: 'paid',
    due_amount_fils: 0,
    paid_amount_fils: 14_500,
  });
  const [item] = order.items;
  if (item) item.product = { name: 'Dates', barcode: null, sku: null };
  offer(order);
  await open();
  const card = page.getByRole('region', { name: 'Order Details' });
  await expect.element(card).toHaveTextContent(/Amount\s*AED 145\.00/);
  await expect.element(card).toHaveTextContent('OnlinePaid');
  await expect.element(card).toHaveTextContent('Layla HaddadNo phone number available');
  expect(card.getByRole('link', { name: 'Call' }).query()).toBeNull();
  await expect
    .element(card.getByRole('link', { name: 'Navigate' }))
    .toHaveAttribute('href', mapsAddress(order.delivery_address));
  await expect.element(page.getByRole('row', { name: /Dates/ })).toHaveTextContent('—');
  await expect.element(page.getByText('Received Payment (Auto-confirmed)')).toBeVisible();
});

test('a refunded order shows a notice next to its amount', async () => {
  const paid = { payment_method: 'online', payment_status: 'paid', due_amount_fils: 0 } as const;
  offer(deliveryOrder({ ...paid, paid_amount_fils: 14_500, refund: 'full' }));
  await open();
  await expect.element(page.getByText('This order was refunded')).toBeVisible();
  await expect.element(page.getByText('Ask the shop before you hand it over.')).toBeVisible();
});

test('offline, the first keystroke stores a draft without a toast, and a reload restores order and draft', async () => {
  const order = deliveryOrder();
  offer(order);
  const first = await open();
  // The first click focuses the page, which triggers a refetch; it must not count as caused by the keystroke.
  await userEvent.click(customer());
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  server.fault = ({ path }) => (path.startsWith('/api/orders') ? 'lost' : undefined);
  await userEvent.fill(customer(), 'Layla Haddad');
  await vi.waitFor(async () => expect(await deviceDrafts.draftedOrderIds(user_id)).toEqual([order.id]));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(toasts()).toEqual([]);
  await expect.element(customer()).toHaveValue('Layla Haddad');
  expect(server.asked.filter(({ path }) => path.startsWith(NEXT))).toEqual([]);

  await first.unmount();
  queryClient.clear();
  await open();
  await expect.element(customer()).toHaveValue('Layla Haddad');
});

test('after a reload the form keeps its input and photo, and its order even if an earlier stop was added', async () => {
  const order = deliveryOrder();
  offer(order);
  const first = await open();
  await userEvent.fill(customer(), 'Layla Haddad');
  const photo = new File([await slipJpeg(300, 400)], 'door.jpg', { type: 'image/jpeg' });
  await userEvent.upload(page.getByLabelText('Choose file'), photo);
  await expect.element(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  await page.getByLabelText('I confirm receipt of the following items').click();
  await page.getByLabelText('Received Payment').click();
  await page.getByRole('radio', { name: 'Card machine' }).click();
  await vi.waitFor(async () =>
    expect(await deviceDrafts.read(user_id, order.id)).toMatchObject({
      customer_name: 'Layla Haddad',
      receipt_confirmed: true,
      payment_received: true,
      tender: 'card_machine',
      photo: expect.any(Blob),
    }),
  );

  await first.unmount();
  queryClient.clear();
  offer(deliveryOrder({ order_number: '1002' }), order);
  await open();
  await shows('1001');
  await expect.element(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  await expect.element(customer()).toHaveValue('Layla Haddad');
  await expect.element(page.getByLabelText('I confirm receipt of the following items')).toBeChecked();
  await expect.element(page.getByLabelText('Received Payment')).toBeChecked();
  await expect.element(page.getByRole('radio', { name: 'Card machine' })).toBeChecked();
  await expect.element(page.getByText('Does not change your cash on hand')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: /^Confirm Delivery/ }))
    .toHaveAttribute('aria-disabled', 'false');
});

test('a conflict that is reported after its order has gone stays on the screen until acknowledged', async () => {
  const first = await open();
  await expect.element(page.getByText('No Orders Available')).toBeVisible();
  server.record = (asked) =>
    deliveryReply(orderOf(asked), { outcome: 'recorded_with_conflict', conflict: 'cancelled' });
  const { command_id } = await deviceOutbox.enqueue(deliveryCommand({ user_id }));
  await expect.element(page.getByText(CONFLICT)).toBeVisible();

  await first.unmount();
  queryClient.clear();
  await open();
  await expect.element(page.getByText('No Orders Available')).toBeVisible();
  await expect.element(page.getByText(CONFLICT)).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByText(CONFLICT)).not.toBeInTheDocument();
  await vi.waitFor(async () => expect((await entryOf(command_id))?.acknowledged_at).toBeGreaterThan(0));
});

test('a delivery without a conflict leaves no notice on the screen', async () => {
  server.record = (asked) => deliveryReply(orderOf(asked));
  server.answers.set('POST /functions/v1/fulfill-shopify-order', () =>
    json({ success: true, status: 'done' }),
  );
  const { command_id } = await deviceOutbox.enqueue(deliveryCommand({ user_id }));
  await vi.waitFor(async () => expect((await entryOf(command_id))?.state).toBe('done'));
  await open();
  await expect.element(page.getByText('No Orders Available')).toBeVisible();
  expect(page.getByRole('button', { name: 'Continue' }).elements()).toEqual([]);
});

test('a delivery queued behind one without a response adds no notice', async () => {
  server.fault = ({ path }) => (path === '/api/deliveries' ? 'lost' : undefined);
  const older = await deviceOutbox.enqueue(deliveryCommand({ user_id }));
  await vi.waitFor(async () => expect((await entryOf(older.command_id))?.state).toBe('unknown'));
  const [order, next] = [deliveryOrder(), deliveryOrder({ order_number: '1002' })];
  offer(order, next);
  await confirmed(order);
  await open();
  await shows('1002');
  await expect.element(page.getByText("We don't know yet whether this was recorded")).toBeVisible();
});

test('a confirmed order is replaced by the next stop at once, online and offline', async () => {
  const stops = ['1001', '1002', '1003', '1004'].map((order_number) => deliveryOrder({ order_number }));
  offer(...stops);
  await open();
  await shows('1001');
  withoutNetwork();
  for (const [at, stop] of stops.slice(0, 3).entries()) {
    await confirmed(stop);
    await shows(`100${at + 2}`);
  }
  await confirmed(stops[3] as OrderWithItems);
  await expect.element(page.getByText('No Orders Available')).toBeVisible();
  expect(toasts()).toEqual([]);
});

test('any stop that is out for delivery can be opened offline; after its delivery the first one is shown', async () => {
  const stops = ['1001', '1002', '1003'].map((order_number) => deliveryOrder({ order_number }));
  const [, , third] = stops as [OrderWithItems, OrderWithItems, OrderWithItems];
  offer(...stops);
  const first = await open();
  await shows('1001');
  await first.unmount();
  queryClient.clear();
  withoutNetwork();
  await open(third.id);
  await shows('1003');
  await confirmed(third);
  await shows('1001');
});

test('an order that is not out for delivery is not opened', async () => {
  const packed = deliveryOrder({ order_number: '1001', status: 'packed' });
  offer(packed, deliveryOrder({ order_number: '1002' }));
  await open(packed.id);
  await shows('1002');
});

test('a refused delivery stays with its photo and can be opened for correction', async () => {
  const [order, next] = [deliveryOrder(), deliveryOrder({ order_number: '1002' })];
  offer(order, next);
  await open(next.id);
  await shows('1002');
  server.fault = ({ path }) => (path === '/api/deliveries' ? problem('order_not_assigned') : undefined);
  const { command_id } = await confirmed(order);
  await expect.element(page.getByText('This delivery was not recorded')).toBeVisible();
  await expect.element(page.getByText('Delivered to Layla Haddad')).toBeVisible();
  await page.getByRole('button', { name: 'Correct it' }).click();
  await shows('1001');
  expect((await entryOf(command_id))?.state).toBe('refused');
});

test('a draft whose order is no longer a stop shows the reason; offline it shows nothing', async () => {
  const gone = deliveryOrder({ order_number: '1001' });
  await deviceDrafts.save(user_id, gone.id, { customer_name: 'Layla' });
  offer(deliveryOrder({ order_number: '1002' }));
  server.fault = ({ path }) => (path.startsWith(NEXT) ? 'lost' : undefined);
  const first = await open();
  await shows('1002');
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(page.getByText(/The order you were filling in/).elements()).toEqual([]);
  expect(toasts()).toEqual([]);
  await first.unmount();

  server.fault = () => undefined;
  server.answers.set(`GET ${NEXT}?order_id=${gone.id}`, () => json({ order: null, draft_gone: 'cancelled' }));
  queryClient.clear();
  await open();
  await expect.element(page.getByText('The order you were filling in was cancelled')).toBeVisible();
  await shows('1002');
  await page.getByRole('button', { name: 'Discard what I entered' }).click();
  await expect.element(page.getByText('The order you were filling in was cancelled')).not.toBeInTheDocument();
  expect(await deviceDrafts.draftedOrderIds(user_id)).toEqual([]);
});

const KEPT = 'The delivery is kept on this device with its photo and is sent again automatically.';
const NOTE_KEPT = 'The delivery note is not uploaded yet';
const UNRECORDED = 'The delivery is not recorded yet';
const CHECK = 'Please check your internet connection and try again.';
const commandFails =
  (stage?: DeliveryStage) =>
  ({ path }: ReceivedRequest): Fault | undefined =>
    path === '/api/deliveries' ? problem('unexpected', stage && { stage }) : undefined;

test.each<[string, ServerDouble['fault'], toast: string, notice: string]>([
  ['a photo that is not stored', commandFails('photo'), `Failed to upload delivery image. ${CHECK}`, KEPT],
  [
    'a note that is not stored',
    commandFails('note'),
    `Failed to upload delivery note PDF. ${CHECK}`,
    NOTE_KEPT,
  ],
  [
    // The server of the previous version does not accept files with the command.
    'a note whose upload is cut off',
    ({ method, path }) => (method === 'PUT' && path.endsWith('.pdf') ? 'lost' : undefined),
    `Failed to upload delivery note PDF. ${CHECK}`,
    NOTE_KEPT,
  ],
  [
    'a confirmation that is not written',
    commandFails('confirmation'),
    'Failed to create delivery confirmation',
    UNRECORDED,
  ],
  ['an order that is not updated', commandFails('order'), 'Failed to update order status', UNRECORDED],
  [
    'a failure without a stage',
    commandFails(),
    'An unexpected error occurred',
    "We don't know yet whether this was recorded",
  ],
])(
  '%s shows one toast and keeps the entry; toast and notice are withdrawn once it is recorded',
  async (what, fault, toast, notice) => {
    const order = deliveryOrder();
    offer(order);
    server.takes_files = !what.endsWith('cut off');
    server.fault = fault;
    server.record = (asked) => {
      offer();
      return deliveryReply(orderOf(asked));
    };
    server.answers.set('POST /functions/v1/fulfill-shopify-order', () =>
      json({ success: true, status: 'done' }),
    );
    await open(undefined, <Announced />);
    await shows('1001');
    await confirmed(order);
    await vi.waitFor(() => expect(toasts()).toEqual([`Error#1001${toast}`]));
    await expect.element(page.getByText(notice)).toBeVisible();
    expect(server.recorded.size).toBe(0);

    server.fault = () => undefined;
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() =>
      expect(toasts()).toEqual([
        'Cash tracking updated. New total: AED 145.00',
        'Delivery Confirmed#1001 delivered · AED 145.00Order has been successfully delivered and confirmed',
      ]),
    );
    await expect.element(page.getByText(notice)).not.toBeInTheDocument();
    expect(server.recorded.size).toBe(1);
  },
);

test('the next order appears automatically after a delivery with a changed amount due', async () => {
  const [order, next] = [deliveryOrder(), deliveryOrder({ order_number: '1002' })];
  offer(order);
  server.record = (asked) => {
    offer(next);
    return deliveryReply(orderOf(asked), { outcome: 'delivered', conflict: 'amount_changed' });
  };
  await open();
  await expect.element(customer()).toBeVisible();
  await confirmed(order);
  await shows('1002');
});

test('a device without storage reports once that it cannot keep the draft, and the form stays usable', async () => {
  offer(deliveryOrder());
  await open();
  await expect.element(customer()).toBeVisible();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await userEvent.type(customer(), 'Layla');
  await vi.waitFor(() => expect(put.mock.calls.length).toBeGreaterThanOrEqual(5));
  put.mockRestore();
  await expect.element(customer()).toHaveValue('Layla');
  await expect.element(page.getByText(/This device has no storage left/)).toBeVisible();
  expect(toasts()).toHaveLength(1);
});
