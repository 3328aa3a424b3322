import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { ArrangeStops } from '../../../contract/operations/dashboard/deliveries/arrange-stops.schema.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { deliveryOrder, driverProfile } from '../../../tests/support/delivery-order.ts';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { SignedIn } from '../../../tests/support/SignedIn.tsx';
import { installServerDouble, json, type ServerDouble } from '../../../tests/support/server-double.ts';
import { queryClient } from '../../api/query-client.ts';
import { deviceOutbox, startOffline } from '../../commands/this-device.ts';
import { mapsAddress } from '../../components/customer-contact.tsx';
import { orderPath } from '../../components/dashboard-paths.ts';
import { sessionStore } from '../../session/device-session.ts';
import { SessionProvider } from '../../session/session-provider.tsx';
import { AssignedOrders } from './AssignedOrders.tsx';

let server: ServerDouble;
let user_id: string;

beforeEach(async () => {
  startOffline();
  server = installServerDouble();
  const profile = driverProfile();
  user_id = profile.id;
  const user = { id: user_id, email: 'driver@demo.mandoob.example' };
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600 };
  server.answers.set('POST /auth/v1/token?grant_type=password', () => json({ ...tokens, expires_at, user }));
  server.answers.set('GET /api/profile', () => json(profile));
  queryClient.clear();
  await sessionStore.signIn(user.email, 'mandoob-demo');
});

afterEach(() => {
  writeSession(null);
  server.restore();
});

/** Makes stops numbered from 1001; every third customer has an Arabic name. */
function makeStops(count: number): OrderWithItems[] {
  return Array.from({ length: count }, (_, at) =>
    deliveryOrder({
      order_number: String(1001 + at),
      due_amount_fils: 10_000,
      ...(at % 3 === 1
        ? { customer: { first_name: 'فاطمة الزهراء', last_name: 'عبد الرحمن', phone: null } }
        : {}),
    }),
  );
}

/** Opens the screen with these stops; the double returns them in the last recorded arrangement. */
async function open(stops: OrderWithItems[]): Promise<{ path: () => string }> {
  const respond = (arrangement_id: string | null, arranged: readonly OrderWithItems[]) =>
    server.answers.set('GET /api/orders/stops', () => json({ arrangement_id, stops: arranged }));
  respond(null, stops);
  server.record = ({ body }) => {
    const { arrangement_id, order_ids } = body as ArrangeStops;
    respond(
      arrangement_id,
      order_ids.flatMap((id) => stops.find((order) => order.id === id) ?? []),
    );
    return { outcome: 'arranged', arrangement_id };
  };
  const address = memoryLocation({ path: '/dashboard/assigned-orders', record: true });
  await render(
    <Router hook={address.hook} searchHook={address.searchHook}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <SignedIn>
            <AssignedOrders />
          </SignedIn>
        </SessionProvider>
      </QueryClientProvider>
    </Router>,
  );
  if (stops.length > 0) await expect.element(row('1001')).toBeVisible();
  return { path: () => address.history.at(-1) ?? '' };
}

const stop = (number: string) => page.getByRole('article', { name: `Order #${number}` });
const row = (number: string) => stop(number).getByRole('button', { name: new RegExp(`#${number} ·`) });
const handle = (number: string) => stop(number).getByRole('button', { name: `Move Order #${number}` });
const step = (number: string, name: string) => stop(number).getByRole('button', { name });
const shown = () =>
  page
    .getByRole('article')
    .elements()
    .map((article) => article.getAttribute('aria-label')?.replace('Order #', ''));
/** The stops in visual order, by CSS `order`: during a move it is ahead of the document's order. */
const seen = () => {
  const placeOf = (article: Element) => Number(article.closest('li')?.style.order);
  const articles = page.getByRole('article').elements();
  return articles
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((article) => article.getAttribute('aria-label')?.replace('Order #', ''));
};
const shows = (...numbers: string[]) => expect.poll(shown).toEqual(numbers);
const announces = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeInTheDocument();
const focus = (element: Element) => (element as HTMLElement).focus();

/** Delays all writes to the device until `release` is called. */
function holdWrites(): { release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const enqueue = deviceOutbox.enqueue.bind(deviceOutbox);
  const held = vi.spyOn(deviceOutbox, 'enqueue').mockImplementation(async (made) => {
    await released;
    return await enqueue(made);
  });
  onTestFinished(() => held.mockRestore());
  return { release: () => release() };
}

async function arrangementsMade(): Promise<number> {
  const entries = await deviceOutbox.reload();
  return entries.filter((entry) => entry.user_id === user_id && entry.endpoint === 'arrange_stops').length;
}

test('a driver without orders sees the empty state', async () => {
  server.answers.set('GET /api/orders/stops', () => json({ arrangement_id: null, stops: [] }));
  await render(
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <SignedIn>
          <AssignedOrders />
        </SignedIn>
      </SessionProvider>
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('No Orders Assigned')).toBeVisible();
  await expect.element(page.getByText("You don't have any orders assigned at the moment.")).toBeVisible();
});

test('the stops are counted and summed, and found by number or name', async () => {
  await open(makeStops(40));
  await expect.element(page.getByText('40 stops · AED 4,000.00 to collect')).toBeVisible();
  expect(page.getByRole('article').elements()).toHaveLength(40);
  const field = page.getByLabelText('Find by number or name');
  await field.fill('#1008');
  await expect.element(page.getByText('1 of 40 stops')).toBeVisible();
  await shows('1008');
  await row('1008').click();
  await expect.element(stop('1008').getByRole('heading')).toHaveTextContent('Order #1008');
  await field.fill('عبد الرحمن');
  await expect.element(page.getByText('13 of 40 stops')).toBeVisible();
  await field.fill('nobody');
  await expect.element(page.getByText('No stop has this number or name')).toBeVisible();
  await field.fill('');
  await expect.poll(() => shown().length).toBe(40);
});

test('no stop is open at first; one opens in place and is delivered from there', async () => {
  const stops = makeStops(3);
  const { path } = await open(stops);
  for (const number of ['1001', '1002', '1003'])
    await expect.element(row(number)).toHaveAttribute('aria-expanded', 'false');
  await expect.element(row('1003')).toHaveTextContent('AED 100.00');
  await row('1003').click();
  await expect.element(stop('1003').getByRole('link', { name: /Call/ })).toBeVisible();
  await expect.element(stop('1003').getByRole('link', { name: /Navigate/ })).toBeVisible();
  await expect.element(row('1001')).toHaveAttribute('aria-expanded', 'false');
  await stop('1003').getByRole('link', { name: 'Deliver' }).click();
  expect(path()).toBe(orderPath(stops[2]?.id ?? ''));
});

test('the stops are numbered in driving order, also while one moves and among found ones', async () => {
  await open(makeStops(6));
  const numberOf = (number: string) =>
    expect.poll(() => row(number).element().querySelector('.sr-only')?.textContent);
  await numberOf('1001').toBe('Stop 1');
  await numberOf('1006').toBe('Stop 6');
  expect(handle('1006').element().textContent).toBe('6');
  focus(handle('1001').element());
  await userEvent.keyboard(' ');
  await userEvent.keyboard('{ArrowDown}');
  await numberOf('1001').toBe('Stop 2');
  await numberOf('1002').toBe('Stop 1');
  await userEvent.keyboard('{Escape}');
  await numberOf('1001').toBe('Stop 1');
  await page.getByLabelText('Find by number or name').fill('1004');
  await shows('1004');
  await numberOf('1004').toBe('Stop 4');
});

test('a closed stop shows its picked goods, and its details list each of them', async () => {
  const [first] = makeStops(1) as [OrderWithItems];
  const [line] = first.items as [OrderWithItems['items'][number]];
  const named = (name: string, qty: number, picked_qty: number | null) => ({
    ...line,
    id: name,
    qty,
    picked_qty,
    product: { ...line.product, name },
  });
  const items = [named('Kibbeh', 4, 3), named('عيران', 1, null)];
  await open([{ ...first, items }]);
  await expect.element(row('1001')).toHaveTextContent('3 × Kibbeh, 1 × عيران');
  await row('1001').click();
  const listed = () =>
    stop('1001')
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
  await expect.poll(listed).toEqual(['3 × Kibbeh', '1 × عيران']);
  await expect.element(row('1001')).not.toHaveTextContent('Kibbeh');
});

test('keys lift, move, put back and drop a stop, each step is announced, and the handle keeps the focus', async () => {
  await open(makeStops(3));
  focus(handle('1001').element());
  await userEvent.keyboard(' ');
  await announces(
    'Order #1001 is lifted, stop 1 of 3. Arrow keys move it, Space drops it, Escape puts it back.',
  );
  await userEvent.keyboard('{ArrowDown}');
  await announces('Stop 2 of 3');
  await userEvent.keyboard('{Escape}');
  await announces('Order #1001 is back at its place.');
  await shows('1001', '1002', '1003');
  await userEvent.keyboard(' ');
  await userEvent.keyboard(' ');
  await announces('Order #1001 is back at its place.');
  expect(await arrangementsMade()).toBe(0);

  await userEvent.keyboard(' ');
  await userEvent.keyboard('{ArrowDown}');
  await userEvent.keyboard(' ');
  await announces('Order #1001 is stop 2 of 3 now.');
  await shows('1002', '1001', '1003');
  await expect.element(handle('1001')).toHaveFocus();
  await expect.element(row('1002')).toHaveAttribute('aria-expanded', 'false');
});

test('offline, the buttons move a stop without opening or closing any, and each step is stored', async () => {
  await open(makeStops(3));
  server.fault = () => 'lost';
  await row('1001').click();
  const down = step('1001', 'Move down');
  await down.click();
  await shows('1002', '1001', '1003');
  await expect.element(row('1001')).toHaveAttribute('aria-expanded', 'true');
  await expect.element(row('1002')).toHaveAttribute('aria-expanded', 'false');
  await expect.element(down).toHaveFocus();
  await down.click();
  await shows('1002', '1003', '1001');
  await expect.element(down).toHaveAttribute('aria-disabled', 'true');
  await step('1001', 'Move up').click();
  await shows('1002', '1001', '1003');
  await vi.waitFor(async () => expect(await arrangementsMade()).toBe(3));
  await row('1001').click();
  await expect.element(row('1001')).toHaveAttribute('aria-expanded', 'false');
});

test('steps made before the device has stored the first are all stored', async () => {
  await open(makeStops(3));
  server.fault = () => 'lost';
  const writes = holdWrites();
  await row('1001').click();
  await step('1001', 'Move down').click();
  await expect.poll(seen).toEqual(['1002', '1001', '1003']);
  await step('1001', 'Move down').click();
  await expect.poll(seen).toEqual(['1002', '1003', '1001']);
  await expect.element(step('1001', 'Move down')).toHaveAttribute('aria-disabled', 'true');
  await step('1001', 'Move up').click();
  await row('1003').click();
  await step('1003', 'Move up').click();
  await step('1003', 'Move up').click();
  await expect.poll(seen).toEqual(['1003', '1002', '1001']);
  writes.release();
  await shows('1003', '1002', '1001');
  await vi.waitFor(async () => expect(await arrangementsMade()).toBe(5));
});

test('without orders the heading and the empty state are shown', async () => {
  await open([]);
  await expect.element(page.getByText('Manage your assigned delivery orders')).toBeVisible();
  await expect.element(page.getByText('No Orders Assigned')).toBeVisible();
  await expect.element(page.getByText("You don't have any orders assigned at the moment.")).toBeVisible();
});

test('a paid order without phone number and location has no call link, and its address links to the map', async () => {
  const order = deliveryOrder({
    customer: { first_name: 'Layla', last_name: 'Haddad', phone: null },
    payment_method: 'online',
    payment_status: 'paid',
    due_amount_fils: 0,
  });
  await open([order]);
  await row('1001').click();
  const stop = page.getByRole('article', { name: 'Order #1001' });
  await expect.element(stop).toHaveTextContent('AED 145.00');
  await expect.element(stop).toHaveTextContent('OnlinePaid');
  await expect.element(stop).toHaveTextContent('CustomerLayla HaddadNo phone number available');
  expect(stop.getByRole('link', { name: 'Call' }).query()).toBeNull();
  await expect
    .element(stop.getByRole('link', { name: order.delivery_address }))
    .toHaveAttribute('href', mapsAddress(order.delivery_address));
});

test('a stop that must not be handed over is marked in the list and in its details', async () => {
  const [first, second] = makeStops(2) as [OrderWithItems, OrderWithItems];
  const requests = [{ name: 'Gift message', text: 'Happy birthday' }];
  await open([
    { ...first, waits_because: 'payment_voided' },
    { ...second, pays_either: true, requests },
  ]);
  await expect.element(row('1001')).toHaveTextContent('Do not hand over');
  await expect.element(row('1001')).not.toHaveTextContent(/AED|collect/);
  expect(stop('1002').getByText('Do not hand over').query()).toBeNull();
  await row('1001').click();
  const banner = stop('1001').getByRole('alert');
  await expect.element(banner).toHaveTextContent('Do not hand over: the payment was voided.Call the shop.');
  await row('1002').click();
  await expect.element(stop('1002').getByText('Cash or card')).toBeVisible();
  await expect.element(stop('1002').getByText('Happy birthday')).toBeVisible();
});

test('each of several numbers has its own call button, which names number and remark', async () => {
  const phone = '0501234567 / 0559876543 (Omar, 2nd floor) / 042345678';
  const phones = [
    { number: '+971501234567', remark: null },
    { number: '+971559876543', remark: 'Omar, 2nd floor' },
    { number: '+97142345678', remark: null },
  ];
  await open([deliveryOrder({ customer: { first_name: 'Layla', last_name: 'Haddad', phone, phones } })]);
  await row('1001').click();
  const stop = page.getByRole('article', { name: 'Order #1001' });
  await expect.element(stop).toHaveTextContent(`Layla Haddad${phone}`);
  const names = ['Call +971501234567', 'Call +971559876543 Omar, 2nd floor', 'Call +97142345678'];
  for (const [at, name] of names.entries()) {
    const link = stop.getByRole('link', { name, exact: true });
    await expect.element(link).toHaveAttribute('href', `tel:${phones[at]?.number}`);
  }
});

test.each([
  ['0501234567 (Ali)', [{ number: '+971501234567', remark: 'Ali' }], 'tel:+971501234567'],
  ['0501234567 (Ali)', undefined, 'tel:0501234567'],
  ['0501', [], null],
])('%s with the numbers %j calls %s', async (phone, phones, href) => {
  await open([deliveryOrder({ customer: { first_name: 'Layla', last_name: 'Haddad', phone, phones } })]);
  await row('1001').click();
  const stop = page.getByRole('article', { name: 'Order #1001' });
  await expect.element(stop).toHaveTextContent(`Layla Haddad${phone}`);
  const call = stop.getByRole('link', { name: 'Call' });
  expect(call.query()?.getAttribute('href') ?? null).toBe(href);
});
