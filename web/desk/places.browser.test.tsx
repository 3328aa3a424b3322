import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Link, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { AuditEvents } from '../../contract/operations/desk/audit/list-audit-events.schema.ts';
import type { Kept } from '../../contract/operations/desk/shop/read-kept.schema.ts';
import type { Store } from '../../contract/operations/desk/store/read-store.schema.ts';
import { DESK_ENDPOINTS } from '../../contract/operations/desk.ts';
import type { DriverDay } from '../../contract/operations/screens/read-driver-day.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import type { AuditRow } from '../../contract/schemas/audit.ts';
import { showPage, toasts } from '../../tests/support/handover-page.tsx';
import { writeSession } from '../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../tests/support/manager-page.ts';
import { json, problem } from '../../tests/support/server-double.ts';
import { registerEndpoints } from '../api/client.ts';
import { ScreenTitle } from '../components/open-screen.ts';
import { clearToasts } from '../ui/toast.ts';
import { useDeskKeys } from './actions/use-desk-keys.ts';
import { Audit } from './audit/Audit.tsx';
import { CashRecordPlace } from './cash-record/CashRecordPlace.tsx';
import { DriverDayPlace } from './driver-day/DriverDayPlace.tsx';
import { ImportProblems } from './import-problems/ImportProblems.tsx';
import { ShopPlace } from './shop/ShopPlace.tsx';
import { ShopifyPlace } from './shopify/ShopifyPlace.tsx';

registerEndpoints(DESK_ENDPOINTS);

let server: ManagerServer;
let before = '';

beforeEach(async () => {
  before = location.href;
  server = await managerServer();
  server.manager = { ...server.manager, role: 'Admin' };
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearToasts();
  history.pushState(null, '', before);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const text = (words: string) => expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();

function auditRow(id: string, what: string, name: string): AuditRow {
  return {
    id,
    recorded_at: '2026-11-20T08:00:00.000Z',
    by: { kind: 'staff', user_id: id, name },
    what,
    about: { kind: 'order', id: newId(), name: '3090', count: null },
    client_address: null,
    device: null,
  };
}

const LOOKED = auditRow('01975a00-0000-7000-8000-000000000001', 'look_at_file', 'Mona Manager');
const DELIVERED = auditRow('01975a00-0000-7000-8000-000000000002', 'confirm_delivery', 'Dawood Driver');

/** Filters by person and kind as the server does; the searched object exists or not. */
function auditEvents(query: URLSearchParams): AuditEvents {
  const [by, about] = [query.get('by'), query.get('about')];
  const all = query.get('kind') === 'cash' || about === 'BD-404' ? [] : [LOOKED, DELIVERED];
  return {
    time_zone: 'Asia/Dubai',
    events: all.filter((event) => by === null || event.by.user_id === by),
    next: null,
    people: [LOOKED, DELIVERED].map(({ id, by: { name } }) => ({ user_id: id, full_name: name ?? '' })),
    found:
      about === null
        ? null
        : about === 'BD-404'
          ? []
          : [{ kind: 'order', id: null, name: about, count: null }],
  };
}

function AuditPage() {
  useDeskKeys();
  return (
    <ScreenTitle value="Audit">
      <Audit />
      <Link to="/desk/reports">Reports</Link>
    </ScreenTitle>
  );
}

it('opens audit events by click and key, and keeps the filters in the address', async () => {
  server.fault = ({ path }) => {
    const [place, search] = path.split('?');
    const query = new URLSearchParams(search);
    if (place === '/api/desk/audit') return json(auditEvents(query));
    if (place !== '/api/desk/audit/event') return undefined;
    const event = [LOOKED, DELIVERED].find(({ id }) => id === query.get('event_id'));
    return json({ ...event, before: null, after: null, personal_fields: [], command_id: null, named: [] });
  };
  history.pushState(null, '', '/desk/audit');
  await showPage(<AuditPage />);
  await page.viewport(1280, 800);
  const beside = (name: string) => page.getByRole('complementary', { name });
  const rows = () => page.getByRole('table', { name: 'Audit' }).getByRole('row').elements().length;
  const about = page.getByRole('searchbox', { name: 'Search by subject' });
  const shown = (count: number) => vi.waitFor(() => expect(rows()).toBe(count + 1));

  // Clicking an event while the field has the focus opens it; the list behind it is filtered by the typed
  // text.
  await about.fill('3090');
  await page.getByRole('link', { name: 'Delivered an order' }).click();
  await expect.element(beside('Delivered an order')).toBeVisible();
  await text('Subject: Order #3090');
  await userEvent.keyboard('k');
  await expect.element(beside('Viewed a proof')).toBeVisible();
  // The open event remains while the list is filtered further.
  await page.getByLabelText('Who').selectOptions('Dawood Driver');
  await shown(1);
  await expect.element(beside('Viewed a proof')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(beside('Viewed a proof')).not.toBeInTheDocument();
  await page.getByLabelText('Kind').selectOptions('Cash');
  await text('Nothing found');
  expect(location.search).toBe(`?by=${DELIVERED.id}&kind=cash&about=3090`);
  await expect.element(page.getByLabelText('Kind')).toHaveValue('cash');
  await userEvent.keyboard('/{Control>}a{/Control}BD-404{Enter}');
  await text('Nothing in this shop has that name.');

  // A link to another place is followed while text is being typed.
  await about.fill('3091');
  await page.getByRole('link', { name: 'Reports' }).click();
  expect(location.pathname).toBe('/desk/reports');
});

it('adds one history entry for typed audit dates, and shows an error for dates that are not a period', async () => {
  server.fault = ({ path }) =>
    path.startsWith('/api/desk/audit')
      ? json(auditEvents(new URLSearchParams(path.split('?')[1])))
      : undefined;
  history.pushState(null, '', '/desk/audit');
  await showPage(<AuditPage />);
  await page.viewport(1280, 800);
  const days = page.getByLabelText('Days');
  await days.selectOptions('Today');
  await days.selectOptions('Other days');
  const from = page.getByLabelText('From', { exact: true });
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-03']) await from.fill(day);
  await vi.waitFor(() => expect(location.search).toContain('from=2026-01-03'));
  history.back();
  await expect.element(days).toHaveValue('today');
  history.pushState(null, '', '/desk/audit?from=2026-02-02&to=2026-02-01');
  await text('The last day is before the first one');
  await text('Invalid dates');
  await days.selectOptions('All days');
  await expect.element(page.getByRole('link', { name: 'Delivered an order' })).toBeVisible();
});

const NONE = { count: 0, amount_fils: 0 };

function driverDay(day: string, user_id: string): DriverDay {
  return {
    shop_name: 'Corner Shop',
    time_zone: 'Asia/Dubai',
    starts_at: `${day}T00:00:00.000Z`,
    ends_at: `${day}T23:59:59.000Z`,
    day,
    user_id,
    driver_name: 'Dawood Driver',
    opening_fils: 0,
    given: NONE,
    taken: NONE,
    paid_later: NONE,
    corrected: NONE,
    spent: NONE,
    handed_in: NONE,
    collected: NONE,
    other: { count: 1, amount_fils: 14_500 },
    others: [
      {
        id: newId(),
        reason: 'issue',
        amount_fils: 14_500,
        with: { holder: 'safe', user_id: null, full_name: null },
        source: null,
        recorded_at: `${day}T08:00:00.000Z`,
      },
    ],
    closing_fils: 14_500,
    difference_fils: null,
    handed: 0,
    handovers: [],
    delivered: { cash: NONE, card_machine: NONE, pending: NONE, none: NONE, all: NONE },
    deliveries: [],
    from_before: NONE,
    recorded_later: NONE,
  };
}

it("shows a driver's day, moves between days by keys, and reports a day or a driver that does not exist", async () => {
  const [driver, other] = [newId(), newId()];
  server.fault = ({ path }) => {
    const [place, search] = path.split('?');
    const query = new URLSearchParams(search);
    if (place !== '/api/desk/driver-day') return undefined;
    return query.get('user_id') === driver
      ? json(driverDay(query.get('day') ?? '', driver))
      : problem('not_found');
  };
  const pathOf = (of: string, day: string) => `/desk/reports/driver-day/${of}?day=${day}`;
  const address = memoryLocation({ path: pathOf(driver, '2026-01-02'), record: true });
  await showPage(
    <Router hook={address.hook} searchHook={address.searchHook}>
      <ScreenTitle value="Day's statement">
        <DriverDayPlace />
      </ScreenTitle>
    </Router>,
  );
  await page.viewport(1280, 800);
  await expect.element(page.getByRole('row', { name: /^Closing/ })).toHaveTextContent('AED 145.00');
  await expect
    .element(page.getByRole('table', { name: 'Other movements' }))
    .toHaveTextContent('Out of the safe');
  await text('No deliveries were recorded.');
  // Each key opens another day, and the next key continues from there.
  const here = () => address.history.at(-1);
  (page.getByLabelText('Day', { exact: true }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowUp}');
  await vi.waitFor(() => expect(here()).toBe(pathOf(driver, '2026-02-02')));
  await userEvent.keyboard('{ArrowUp}');
  await vi.waitFor(() => expect(here()).toBe(pathOf(driver, '2026-03-02')));
  expect(address.history).toHaveLength(1);

  address.navigate(pathOf(driver, '2026-02-30'));
  await text('There is no such day');
  for (const unknown of [other, 'somebody']) {
    address.navigate(pathOf(driver, '2026-01-02'));
    await expect.element(page.getByRole('row', { name: /^Closing/ })).toBeVisible();
    address.navigate(pathOf(unknown, '2026-01-02'));
    await text('There is no such driver');
  }
});

it('reports a cash record that does not exist', async () => {
  server.fault = ({ path }) => (path.startsWith('/api/desk/cash-record') ? problem('not_found') : undefined);
  const address = memoryLocation({ path: `/desk/cash/records/float/${newId()}` });
  await showPage(
    <Router hook={address.hook}>
      <ScreenTitle value="Cash record">
        <CashRecordPlace />
      </ScreenTitle>
    </Router>,
  );
  await text('There is no such record');
  address.navigate(`/desk/cash/records/nothing/${newId()}`);
  await text('There is no such record');
});

it('marks invalid shop settings, explains a changed time zone, and erases only after confirmation', async () => {
  const shop = {
    name: 'Corner Shop',
    time_zone: 'Asia/Dubai',
    promise_hours: null,
    erase_customers_after_days: null,
  };
  const kept: Kept = {
    erase_customers_after_days: null,
    last: null,
    old: { due: 2, held: { open: 1, conflict: 0, owed: 2, store: 0, cash: 0 }, more: false },
    backups: [],
    backups_in_all: 0,
  };
  server.answers.set('GET /api/shop', () => json(shop));
  server.answers.set('GET /api/desk/kept?after_days=90', () => json(kept));
  server.record = () => shop;
  await showPage(<ShopPlace />);
  const hours = page.getByLabelText('Promised after (hours)');
  const days = page.getByLabelText('Erase customers after (days)');
  await hours.fill('0');
  await days.fill('30');
  await page.getByLabelText('Time zone').fill('Europe/Berlin');
  await expect
    .element(page.getByText('From now on "Today" begins and ends by that clock', { exact: false }))
    .toBeVisible();
  await button('Save').click();
  await text('Enter a whole number from 1 to 720, or leave it empty');
  await hours.fill('4');
  await button('Save').click();
  await text('Enter a whole number from 60 to 3650, or leave it empty');
  await days.fill('90');
  await button('Save').click();
  const question = page.getByRole('dialog', { name: 'Erase customers after 90 days?' });
  await expect.element(question).toHaveTextContent('This cannot be undone.');
  await expect.element(question).toHaveTextContent('The first run erases the customers of 2 orders.');
  await expect
    .element(question)
    .toHaveTextContent(
      'Kept for now: 1 order still open, 2 orders with an open payment, or with a request to decide.',
    );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(days).toHaveValue('90');
  expect(server.sent('/api/shop')).toEqual([]);
  clearToasts();
  await button('Save').click();
  await question.getByRole('button', { name: 'Save and erase' }).click();
  await vi.waitFor(() => expect(toasts()).toEqual(['Saved / Corner Shop']));
  expect(server.sent('/api/shop').map(({ body }) => body)).toEqual([
    { time_zone: 'Europe/Berlin', promise_hours: 4, erase_customers_after_days: 90 },
  ]);
});

const NO_STORE: Store = {
  connection: null,
  webhooks_to: null,
  webhooks_cannot: 'PUBLIC_URL is not https',
  unverified: null,
  webhooks: [],
  webhooks_waiting: 0,
  not_taken_total: 0,
  fulfilments_total: 0,
  fulfilments: [],
  payments_total: 0,
  payments: [],
};

it('shows why a store rejects credentials, keeps them typed, and names the missing scopes of an accepted app', async () => {
  server.answers.set('GET /api/store', () => json(NO_STORE));
  const refusal = {
    type: 'about:blank',
    title: 'The Shopify store rejected these credentials',
    status: 422,
    code: 'credentials_refused',
    detail: 'Shopify refuses the credentials (401)',
    request_id: 'test',
  };
  const headers = { 'content-type': 'application/problem+json' };
  server.answers.set('POST /api/store/try', () => json(refusal, { status: 422, headers }));
  await showPage(<ShopifyPlace />);
  await text('The store cannot notify this server of new orders');
  await button('Test').click();
  await text('Enter the address of the store');
  await page.getByLabelText('Address of the store').fill('my-shop.myshopify.com');
  await page.getByLabelText('Admin API access token').fill('shpat_wrong');
  await page.getByLabelText('API secret key').fill('shpss_wrong');
  await button('Test').click();
  await text('The store rejects these credentials. It reports: Shopify refuses the credentials (401)');
  await expect.element(page.getByLabelText('API secret key')).toHaveValue('shpss_wrong');
  server.answers.set('POST /api/store/try', () =>
    json({ shop_domain: 'my-shop.myshopify.com', missing_scopes: ['write_orders'] }),
  );
  await button('Test').click();
  await text('The app lacks write_orders: orders are not marked as paid in the store.');
});

it('shows that a connected store has no pending work', async () => {
  const connection: Store['connection'] = {
    shop_domain: 'my-shop.myshopify.com',
    client_id: null,
    connected_at: '2026-11-20T08:00:00.000Z',
    refused_because: null,
    marking_refused_because: null,
    missing_scopes: null,
    webhook_url: null,
    webhooks_problem: null,
    checked_at: null,
    read_at: null,
    read_error: null,
    resync: null,
  };
  server.answers.set('GET /api/store', () => json({ ...NO_STORE, connection }));
  await showPage(<ShopifyPlace />);
  await expect.element(page.getByRole('region', { name: 'my-shop.myshopify.com' })).toBeVisible();
  await text('There is no pending work.');
});

it('reloads import problems after a failure, and reports that there are none', async () => {
  server.answers.set('GET /api/not-taken', () => problem('unavailable'));
  const address = memoryLocation({ path: '/desk/not-taken' });
  await showPage(
    <Router hook={address.hook}>
      <ScreenTitle value="Import problems">
        <ImportProblems />
      </ScreenTitle>
    </Router>,
  );
  await text('The orders could not be loaded');
  server.answers.set('GET /api/not-taken', () => json({ orders: [], total: 0 }));
  await button('Retry').click();
  await text('All orders of the store are imported');
});
