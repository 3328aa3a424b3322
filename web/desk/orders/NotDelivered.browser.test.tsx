import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { DeskAttempt } from '../../../contract/operations/desk/order/read-desk-order.schema.ts';
import type { PostponeOrders } from '../../../contract/operations/desk/orders/postpone-orders.schema.ts';
import { DESK_ENDPOINTS } from '../../../contract/operations/desk.ts';
import { newId } from '../../../contract/rules/ids.ts';
import type { DeskOrder, OpenAttempt, OrderResult } from '../../../contract/schemas/desk-orders.ts';
import { showPage, toasts } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { PACKED_ORDER } from '../../../tests/support/packed-order.ts';
import { json } from '../../../tests/support/server-double.ts';
import { registerEndpoints } from '../../api/client.ts';
import { ScreenTitle } from '../../components/open-screen.ts';
import { clearToasts } from '../../ui/toast.ts';
import { useDeskKeys } from '../actions/use-desk-keys.ts';
import { clearLine } from '../line/desk-line.ts';
import { LowerLine } from '../line/LowerLine.tsx';
import { readDeskSettings } from '../shell/desk-settings.ts';
import { OrdersHome } from './OrdersHome.tsx';
import { OrderDetails } from './order-details/OrderDetails.tsx';

registerEndpoints(DESK_ENDPOINTS);

/** The part of the style sheet that determines which rows and columns are rendered. */
const STYLES = `.overflow-auto{overflow:auto}.relative{position:relative}.absolute{position:absolute}.inset-x-0{inset-inline:0}
.sticky{position:sticky}.grid{display:grid}.h-9{height:36px}.flex{display:flex}.flex-col{flex-direction:column}.flex-1{flex:1}
.min-h-0{min-height:0}.min-w-0{min-width:0}.truncate{overflow:hidden;white-space:nowrap}.sr-only{position:absolute;width:1px;overflow:hidden}
.test-page{height:700px;display:flex;flex-direction:column}`;
const NEXT = { day: '2098-11-21', from: '10:00', to: '12:00' };

let server: ManagerServer;
let orders: DeskOrder[];
let counts: Record<string, number>;

beforeEach(async () => {
  server = await managerServer();
  orders = [attempted('N1'), attempted('N2', { reason: 'own_1', reason_label: 'Gate locked', number: 2 })];
  counts = {
    unassigned: 0,
    to_dispatch: 2,
    on_the_road: 0,
    late: 0,
    conflicts: 0,
    delivered_today: 0,
    waiting: 0,
    not_taken: 0,
    not_delivered: 2,
    missing_goods: 0,
  };
  for (const view of ['not_delivered&sort=attempted', 'missing_goods&sort=age', 'unassigned&sort=age'])
    server.answers.set(`GET /api/desk/orders?view=${view}&way=up`, () => json({ orders, next: null }));
  server.answers.set('GET /api/desk/order-counts', () => json({ counts }));
  server.answers.set('GET /api/desk/drivers', () => json({ drivers: [] }));
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearLine();
  clearToasts();
  vi.restoreAllMocks();
});

function attempted(order_number: string, attempt: Partial<OpenAttempt> = {}): DeskOrder {
  const { customer: _, driver: __, ...order } = PACKED_ORDER.order;
  return {
    ...order,
    id: newId(),
    order_number,
    status: 'dispatched',
    customer_name: 'Layla Haddad',
    phone: null,
    driver_id: 4,
    driver_name: 'Dina Driver',
    is_late: false,
    has_conflict: false,
    attempt: {
      id: newId(),
      reason: 'nobody_home',
      reason_label: null,
      note: null,
      occurred_at: new Date(Date.now() - 190 * 60_000).toISOString(),
      number: 1,
      next: NEXT,
      photo: null,
      ...attempt,
    },
    missing: null,
  };
}

function Desk() {
  useDeskKeys();
  return (
    <ScreenTitle value="Orders">
      <style>{STYLES}</style>
      <div className="test-page">
        <OrdersHome />
      </div>
      <LowerLine />
    </ScreenTitle>
  );
}

async function open(view = 'not_delivered', width = 1280): Promise<void> {
  const place = memoryLocation({ path: `/desk?view=${view}` });
  await showPage(
    <Router hook={place.hook} searchHook={place.searchHook}>
      <Desk />
    </Router>,
  );
  await page.viewport(width, 800);
  await readDeskSettings();
}

const grid = () => page.getByRole('grid', { name: 'Orders' });
const row = (number: string) => page.getByRole('row').filter({ hasText: number });
const titles = () =>
  [...document.querySelectorAll('[role=columnheader]')].map((head) => head.textContent).slice(1);
const tab = (name: RegExp) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
const sent = (action: string) =>
  server.sent<PostponeOrders>(`/api/desk/orders/${action}`).map(({ body }) => body);
const lineText = () => document.querySelector('.bottom-0 > [role=status]')?.textContent;
const seen = () => orders.map(({ id, version }) => ({ order_id: id, version }));

/** Responds to each action that every order was changed. */
function respondDone(...actions: string[]): void {
  const standing = { status: 'packed', driver_id: 4, dispatching_started_at: null } as const;
  const doneAll = () => {
    const results = orders.map(
      ({ id, order_number }): OrderResult => ({
        outcome: 'done',
        order_id: id,
        order_number,
        version: 2,
        before: standing,
        after: standing,
        place: null,
        deliveries: null,
      }),
    );
    return json({ done_at: new Date().toISOString(), results });
  };
  for (const action of actions) server.answers.set(`POST /api/desk/orders/${action}`, doneAll);
}

it('lists reason, time since the attempt, number of attempts and driver', async () => {
  await open();
  await expect.element(row('N1')).toHaveTextContent('Nobody home');
  await expect.element(row('N1')).toHaveTextContent('3 h ago');
  await expect.element(row('N1')).toHaveTextContent('Dina Driver');
  await expect.element(row('N2')).toHaveTextContent('Gate locked');
  expect(titles().slice(0, 6)).toEqual(['Number', 'Customer', 'Reason', 'Tried', 'Attempts', 'Driver']);
  const tried = page.getByRole('columnheader', { name: 'Tried' });
  await expect.element(tried).toHaveAttribute('aria-sort', 'ascending');
  await expect.element(tab(/^Couldn't deliver/)).toHaveTextContent('2');
});

it('keeps the choice of columns of this view apart from the other views', async () => {
  await open();
  await expect.element(grid()).toBeVisible();
  await page.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('checkbox', { name: 'Reason' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await vi.waitFor(() => expect(titles()).not.toContain('Reason'));
  await userEvent.keyboard('1');
  await vi.waitFor(() => expect(titles()).toContain('Status'));
  expect(titles()).not.toContain('Tried');
  await expect.element(row('N1')).toHaveTextContent("Couldn't deliver");
  await userEvent.keyboard('0');
  await vi.waitFor(() => expect(titles()).toContain('Tried'));
  expect(titles()).not.toContain('Reason');
});

it('shows reason and age of an attempt in a narrow list', async () => {
  await open('not_delivered', 400);
  await expect.element(row('N2')).toHaveTextContent('N2Gate locked3 h ago');
});

it('lists missing goods in their own view', async () => {
  orders = [
    {
      ...attempted('N3'),
      attempt: null,
      missing: [
        { name: 'Dates', qty: 2 },
        { name: 'Ayran', qty: 1 },
      ],
    },
  ];
  counts = { ...counts, missing_goods: 1 };
  await open('missing_goods');
  await expect.element(row('N3')).toHaveTextContent('2 × Dates, 1 × Ayran');
  await expect.element(tab(/^Missing goods/)).toHaveTextContent('1');
});

it('shows no tab of a view that is empty or that an older server does not count', async () => {
  const { not_delivered: _, missing_goods: __, ...older } = counts;
  counts = older;
  await open('unassigned');
  await expect.element(tab(/^To dispatch/)).toHaveTextContent('2');
  expect(tab(/^Couldn't deliver/).query()).toBeNull();
  expect(tab(/^Missing goods/).query()).toBeNull();
});

it('keys send each decision for all selected orders', async () => {
  respondDone('dispatch', 'return', 'cancel');
  await open();
  await expect.element(row('N2')).toBeVisible();
  const outcomes: [key: string, action: string, text: string][] = [
    ['d', 'dispatch', '2 orders dispatched'],
    ['p', 'return', '2 orders returned to packed'],
    ['l', 'cancel', '2 orders cancelled'],
  ];
  for (const [key, action, text] of outcomes) {
    await userEvent.keyboard('{Control>}a{/Control}');
    for (const name of [/^Again today/, /^Another day/, /^Back to the shop/, /^Cancel/])
      await expect.element(page.getByRole('button', { name })).toBeVisible();
    await userEvent.keyboard(key);
    await vi.waitFor(() => expect(lineText()).toBe(text));
    expect(sent(action)).toEqual([{ orders: seen() }]);
  }
});

it('postpones to the time that all customers asked for', async () => {
  respondDone('postpone');
  await open();
  await expect.element(row('N2')).toBeVisible();
  await userEvent.keyboard('{Control>}a{/Control}t');
  await expect.element(page.getByRole('dialog', { name: 'Postpone 2 orders' })).toBeVisible();
  const asked = page.getByText('The customer asked for 21 Nov 2098, 10:00–12:00.');
  await expect.element(asked).toBeVisible();
  const day = page.getByLabelText('Day');
  await expect.element(day).toHaveFocus();
  await expect.element(day).toHaveValue(NEXT.day);
  await userEvent.keyboard('{Enter}');
  const next = { day: NEXT.day, to: NEXT.to };
  await vi.waitFor(() => expect(sent('postpone')).toEqual([{ orders: seen(), next }]));
  await vi.waitFor(() => expect(lineText()).toBe('2 orders postponed to 21 Nov 2098, until 12:00'));
});

it('proposes the beginning if the customers asked for a time without an end', async () => {
  respondDone('postpone');
  const from_ten = { ...NEXT, to: null };
  orders = [attempted('N1', { next: from_ten }), attempted('N2', { next: from_ten })];
  await open();
  await expect.element(row('N2')).toBeVisible();
  await userEvent.keyboard('{Control>}a{/Control}t');
  await expect.element(page.getByText('The customer asked for 21 Nov 2098, from 10:00.')).toBeVisible();
  await expect.element(page.getByLabelText('Until (optional)')).toHaveValue('10:00');
  await userEvent.keyboard('{Enter}');
  const next = { day: NEXT.day, to: '10:00' };
  await vi.waitFor(() => expect(sent('postpone')).toEqual([{ orders: seen(), next }]));
});

it('proposes tomorrow if the customers asked for different times, and marks invalid input', async () => {
  respondDone('postpone');
  orders = [attempted('N1'), attempted('N2', { next: null })];
  await open();
  await expect.element(row('N2')).toBeVisible();
  await userEvent.keyboard('{Control>}a{/Control}t');
  await expect.element(page.getByText('The customers asked for different times.')).toBeVisible();
  const [day, to] = [page.getByLabelText('Day'), page.getByLabelText('Until (optional)')];
  const in_dubai = new Date(Date.now() + (24 + 4) * 3_600_000).toISOString().slice(0, 10);
  await expect.element(day).toHaveValue(in_dubai);
  const postpone = page.getByRole('button', { name: 'Postpone', exact: true });
  const refused: [day: string, text: string][] = [
    ['', 'Enter the day.'],
    ['2020-01-01', 'Enter a time that has not passed.'],
  ];
  for (const [value, text] of refused) {
    await day.fill(value);
    await postpone.click();
    await vi.waitFor(() => expect(toasts()).toEqual([`Missing Information / ${text}`]));
    expect(document.querySelector('[aria-invalid=true]')).not.toBeNull();
  }
  expect(sent('postpone')).toEqual([]);
  await day.fill('2098-01-01');
  await to.fill('18:00');
  await postpone.click();
  const next = { day: '2098-01-01', to: '18:00' };
  await vi.waitFor(() => expect(sent('postpone')).toEqual([{ orders: seen(), next }]));
});

const ATTEMPT: DeskAttempt = {
  id: newId(),
  number: 2,
  driver: 'Dina Driver',
  reason: 'nobody_home',
  reason_label: null,
  note: 'The guard took my number',
  next: { day: '2098-11-21', from: '10:00', to: null },
  is_open: true,
  undone: false,
  conflict: null,
  occurred_at: '2026-11-20T10:00:00.000Z',
  recorded_at: '2026-11-20T12:30:00.000Z',
  photo: { bucket: 'order-deliveries', path: '1/4/2026-11/2041/attempt-2.jpg', sha256: 'a'.repeat(64) },
  position: { latitude: 25.1, longitude: 55.2, accuracy_m: 12 },
  erased_at: null,
};

async function openDetails(attempts: DeskAttempt[] | undefined): Promise<void> {
  const order = { ...PACKED_ORDER.order, status: 'dispatched', driver_id: 4, driver: 'Dina Driver' } as const;
  const { id } = order;
  const shown = { ...PACKED_ORDER, order, ...(attempts && { attempts }) };
  server.answers.set(`GET /api/desk/order?order_id=${id}`, () => json(shown));
  await showPage(
    <ScreenTitle value="Orders">
      <OrderDetails order_id={id} />
    </ScreenTitle>,
  );
}

it('shows all attempts of an order, the latest first, with note, asked-for time, position and photo', async () => {
  const undone = { ...ATTEMPT, id: newId(), number: 1, is_open: false, undone: true, note: null, next: null };
  const late: DeskAttempt = { ...undone, id: newId(), number: 3, undone: false, conflict: 'reassigned' };
  await openDetails([{ ...undone, photo: null, position: null }, ATTEMPT, late]);
  const section = page.getByRole('region', { name: "Couldn't deliver" });
  await expect.element(section).toHaveTextContent('The guard took my number');
  const [newest, second, first] = [...document.querySelectorAll('section[aria-label^=Couldn] li')].map(
    (one) => one.textContent,
  );
  expect(newest).toContain('The order was given to another driver');
  expect(second).toContain('Nobody homeWaits for your decision');
  expect(second).toContain('Asked for21 Nov 2098, from 10:00');
  expect(second).toContain('25.1, 55.2');
  expect(second).toContain('Nov 20, 2026 16:30');
  expect(first).toContain('Undone by the driver');
  await expect.element(section.getByRole('button', { name: 'Show the photo of attempt 2' })).toBeVisible();
  for (const name of ['Again today', 'Another day', 'Back to the shop'])
    await expect.element(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible();
});

it('shows when the customer data of an attempt were erased', async () => {
  const erased_at = '2026-12-20T10:00:00.000Z';
  await openDetails([{ ...ATTEMPT, is_open: false, note: 'erased', photo: null, position: null, erased_at }]);
  const section = page.getByRole('region', { name: "Couldn't deliver" });
  await expect.element(section).toHaveTextContent('Note, photo and positionErased on 20 Dec 2026');
  expect(section.getByRole('button').query()).toBeNull();
});

it('shows an order of an older server, which reports no attempts', async () => {
  await openDetails(undefined);
  await expect.element(page.getByRole('button', { name: /^Return to packed/ })).toBeVisible();
  expect(page.getByRole('region', { name: "Couldn't deliver" }).query()).toBeNull();
});
