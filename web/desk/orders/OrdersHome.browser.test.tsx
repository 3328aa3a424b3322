import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { DESK_ENDPOINTS } from '../../../contract/rules/desk-endpoints.ts';
import { newId } from '../../../contract/rules/ids.ts';
import type { DeskOrder } from '../../../contract/schemas/desk-orders.ts';
import { showPage } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { json, problem } from '../../../tests/support/server-double.ts';
import { knowEndpoints } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ScreenTitle } from '../../components/open-screen.ts';
import { thisTab } from '../../world/this-tab.ts';
import { useDeskKeys } from '../actions/use-desk-keys.ts';
import { readDeskSettings } from '../desk-settings.ts';
import { OrdersHome } from './OrdersHome.tsx';

knowEndpoints(DESK_ENDPOINTS);

/** As much of the style sheet as decides which rows are drawn. */
const STYLES = `.overflow-auto{overflow:auto}.relative{position:relative}.absolute{position:absolute}.inset-x-0{inset-inline:0}
.sticky{position:sticky}.top-0{top:0}.grid{display:grid}.h-9{height:36px}.flex{display:flex}.flex-col{flex-direction:column}.flex-1{flex:1}
.min-h-0{min-height:0}.min-w-0{min-width:0}.truncate{overflow:hidden;white-space:nowrap}.sr-only{position:absolute;width:1px;overflow:hidden}
.test-page{height:700px;display:flex;flex-direction:column}.desk-fill{display:flex;flex:1;min-height:0}`;

let server: ManagerServer;
let orders: DeskOrder[];
let answerOrders: (path: string) => Response | Promise<Response>;

beforeEach(async () => {
  server = await managerServer();
  orders = ordersNamed(400);
  answerOrders = () => json({ orders, next: null });
  for (const sorted of ['sort=age&way=up', 'sort=amount&way=up', 'sort=amount&way=down']) {
    const path = `/api/desk/orders?view=unassigned&${sorted}`;
    server.answers.set(`GET ${path}`, () => answerOrders(path));
  }
  const counts = {
    unassigned: 400,
    to_dispatch: 0,
    on_the_road: 0,
    late: 0,
    conflicts: 0,
    delivered_today: 0,
    not_taken: 0,
  };
  server.answers.set('GET /api/desk/order-counts', () => json({ counts }));
  server.answers.set('GET /api/desk/drivers', () => json({ drivers: [], as_of: new Date().toISOString() }));
});
afterEach(() => {
  writeSession(null);
  server.restore();
});

function ordersNamed(count: number): DeskOrder[] {
  return Array.from({ length: count }, (_, at) => ({
    id: newId(),
    order_number: `N${at + 1}`,
    version: 1,
    status: 'packed',
    customer_name: `Customer ${at + 1}`,
    phone: null,
    area: `Area ${at % 7}`,
    delivery_address: 'Villa 9',
    due_amount_fils: 10_000 + at,
    payment_method: 'cash',
    payment_status: 'pending',
    driver_id: null,
    driver_name: null,
    created_at: '2026-11-20T08:00:00.000Z',
    promised_at: null,
    is_late: false,
    dispatching_started_at: null,
    actual_delivery_time: null,
    refund: null,
    has_conflict: false,
    cancelled_in_store: false,
    conflict_id: null,
  }));
}

function Desk() {
  useDeskKeys();
  return (
    <ScreenTitle value="Orders">
      <style>{STYLES}</style>
      <div className="test-page">
        <OrdersHome />
      </div>
    </ScreenTitle>
  );
}

async function open() {
  const address = memoryLocation({ path: '/desk' });
  const shown = await showPage(
    <Router hook={address.hook} searchHook={address.searchHook}>
      <Desk />
    </Router>,
  );
  await page.viewport(1280, 800);
  await readDeskSettings();
  return shown;
}

const grid = () => page.getByRole('grid', { name: 'Orders' });
const drawn = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const numbers = (rows: HTMLElement[]) => rows.map((row) => row.textContent?.match(/N\d+/)?.[0]);
const selected = () => numbers(drawn().filter((row) => row.ariaSelected === 'true'));
const focused = () => document.activeElement?.textContent?.match(/N\d+/)?.[0];
const titles = () =>
  [...document.querySelectorAll('[role=columnheader]')].map((head) => head.textContent).slice(1);

it('draws only the rows in sight, and is gone through and selected by keys alone', async () => {
  await open();
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '401');
  expect(drawn().length).toBeLessThan(60);
  await userEvent.keyboard('jj');
  expect(focused()).toBe('N2');
  await userEvent.keyboard('xjjj');
  await userEvent.keyboard('{Shift>}x{/Shift}');
  expect(selected()).toEqual(['N2', 'N3', 'N4', 'N5']);
  await userEvent.keyboard('kx');
  expect(selected()).toEqual(['N2', 'N3', 'N5']);
  await userEvent.keyboard('{End}');
  await vi.waitFor(() => expect(focused()).toBe('N400'));
  expect(drawn().length).toBeLessThan(60);
  const box = grid().element().parentElement as HTMLElement;
  const row = document.activeElement?.getBoundingClientRect();
  expect(row?.bottom).toBeLessThanOrEqual(box.getBoundingClientRect().bottom + 1);
  await userEvent.keyboard('{Home}');
  await vi.waitFor(() => expect(focused()).toBe('N1'));
  // What is selected and out of sight is selected all the same.
  await expect.element(page.getByText('3 selected')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(selected()).toEqual([]);
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(page.getByText('400 selected')).toBeVisible();
  // Typed letters are words, and no keys.
  await userEvent.keyboard('/xj');
  await expect.element(page.getByRole('searchbox')).toHaveValue('xj');
});

it('asks the server for another order by its heads, told to screen readers, and keeps a person’s columns', async () => {
  const first = await open();
  const amount = () => page.getByRole('columnheader', { name: 'Amount' });
  await expect.element(amount()).not.toHaveAttribute('aria-sort');
  answerOrders = (path) =>
    json({ orders: path.includes('way=down') ? orders.toReversed() : orders, next: null });
  await amount().getByRole('button').click();
  await expect.element(amount()).toHaveAttribute('aria-sort', 'ascending');
  await amount().getByRole('button').click();
  await expect.element(amount()).toHaveAttribute('aria-sort', 'descending');
  await vi.waitFor(() => expect(numbers(drawn())[0]).toBe('N400'));
  expect(server.asked.at(-1)?.path).toMatch(/sort=amount&way=down/);

  expect(titles()).toContain('Area');
  await page.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('checkbox', { name: 'Area' }).click();
  await expect.element(page.getByRole('checkbox', { name: 'Number' })).toBeDisabled();
  await page.getByRole('button', { name: 'Done' }).click();
  await vi.waitFor(() => expect(titles()).not.toContain('Area'));
  await first.unmount();
  await open();
  await vi.waitFor(() => expect(titles()).toContain('Amount'));
  expect(titles()).not.toContain('Area');
  const kept = await thisTab.store.read(['notes'], (tx) => tx.get('notes', `desk:${server.manager.id}`));
  expect((kept as Record<string, string>).order_columns?.split(' ')).not.toContain('area');
});

it('says that it loads, that it could not, that nothing is there, and of when it is once newer could not be read', async () => {
  const waiting: ((answer: Response) => void)[] = [];
  answerOrders = () => new Promise<Response>((done) => waiting.push(done));
  const answerAll = (make: () => Response) => {
    for (const done of waiting.splice(0)) done(make());
  };
  await open();
  await expect.element(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeInTheDocument();
  await vi.waitFor(() => {
    answerAll(() => problem('unavailable'));
    expect(document.body.textContent).toContain('Orders could not be loaded');
  });
  await page.getByRole('button', { name: 'Retry' }).click();
  await vi.waitFor(() => {
    answerAll(() => json({ orders: [], next: null }));
    expect(document.body.textContent).toContain('Every order has a driver');
  });

  answerOrders = () => json({ orders, next: null });
  await queryClient.invalidateQueries();
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '401');
  await userEvent.keyboard('jjx');
  answerOrders = () => problem('unavailable');
  await queryClient.invalidateQueries();
  await expect.element(page.getByText(/Newer figures could not be loaded yet/)).toBeVisible();
  expect([focused(), selected()]).toEqual(['N2', ['N2']]);
  answerOrders = () => json({ orders: orders.slice(0, 2), next: null });
  await queryClient.invalidateQueries();
  await expect.element(page.getByText(/Newer figures could not be loaded yet/)).not.toBeInTheDocument();
  expect([focused(), selected(), drawn().length]).toEqual(['N2', ['N2'], 2]);
});

it('asks for a next page once, not while a hint’s read is under way, and after a failure when somebody says so', async () => {
  const waiting: ((answer: Response) => void)[] = [];
  const hold = () => new Promise<Response>((done) => waiting.push(done));
  const first = () => json({ orders: orders.slice(0, 200), next: 'more' });
  const asked = (path: string) => server.asked.filter((one) => one.path === path).length;
  const path = '/api/desk/orders?view=unassigned&sort=age&way=up';
  let answerNext: () => Response | Promise<Response> = () => problem('unavailable');
  answerOrders = first;
  server.answers.set(`GET ${path}&after=more`, () => answerNext());
  await open();
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '201');
  const before = asked(path);
  expect(asked(`${path}&after=more`)).toBe(0);

  // The end comes into sight while what a hint made newer is under way: that comes first, and whole.
  answerOrders = hold;
  const hint = queryClient.refetchQueries({ type: 'active' }, { cancelRefetch: false });
  await vi.waitFor(() => expect(waiting.length).toBe(1));
  await userEvent.keyboard('j{End}');
  await vi.waitFor(() => expect(focused()).toBe('N200'));
  orders = orders.map((order, at) => (at === 199 ? { ...order, version: 2, customer_name: 'Dana' } : order));
  answerOrders = first;
  for (const done of waiting.splice(0)) done(first());
  await hint;
  await expect.element(page.getByText('Dana')).toBeVisible();
  expect(asked(path)).toBe(before + 1);

  const line = page.getByText('More orders could not be loaded');
  await expect.element(line).toBeVisible();
  expect(asked(`${path}&after=more`)).toBe(1);
  answerNext = hold;
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await vi.waitFor(() => expect(waiting.length).toBe(1));
  await expect.element(line).toBeVisible();
  for (const done of waiting.splice(0)) done(json({ orders: orders.slice(200), next: null }));
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '401');
  await expect.element(line).not.toBeInTheDocument();
  expect([asked(path), asked(`${path}&after=more`)]).toEqual([before + 1, 2]);
});

it('stays at what could not be read while it is asked for anew', async () => {
  const waiting: ((answer: Response) => void)[] = [];
  answerOrders = () => problem('unavailable');
  await open();
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect.element(retry).toBeVisible();
  answerOrders = () => new Promise<Response>((done) => waiting.push(done));
  await retry.click();
  await vi.waitFor(() => expect(waiting.length).toBe(1));
  expect(document.body.textContent).toContain('Orders could not be loaded');
  waiting[0]?.(json({ orders, next: null }));
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '401');
});

it('searches: rows of other words are marked as such, Enter waits for the answer, and a failure is said', async () => {
  const waiting = new Map<string, (answer: Response) => void>();
  for (const words of ['dana', 'dana s']) {
    const path = `GET /api/desk/order-search?words=${words.replace(' ', '+')}`;
    server.answers.set(path, () => new Promise((done) => waiting.set(words, done)));
  }
  const asked = (words: string) => vi.waitFor(() => expect([...waiting.keys()]).toContain(words));
  const found = (...at: number[]) => json({ orders: at.map((place) => orders[place - 1]), more: false });
  await open();
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '401');
  const stale = () => grid().element().closest('[aria-busy=true]');
  const field = page.getByRole('searchbox');
  await userEvent.keyboard('jj/dana{Enter}');
  await asked('dana');
  // It goes to no row of a list that answers something else.
  await expect.element(field).toHaveFocus();
  expect([drawn().length > 10, stale() !== null]).toEqual([true, true]);
  waiting.get('dana')?.(found(7, 3));
  await vi.waitFor(() => expect(focused()).toBe('N7'));
  // In the order of the answer, and not in that of the list before.
  expect([numbers(drawn()), stale()]).toEqual([['N7', 'N3'], null]);

  await userEvent.keyboard('/');
  await userEvent.keyboard('{End} s{ArrowDown}');
  await asked('dana s');
  expect([numbers(drawn()), stale() !== null]).toEqual([['N7', 'N3'], true]);
  waiting.get('dana s')?.(problem('unavailable'));
  await expect.element(page.getByText('Orders could not be searched')).toBeVisible();
  expect(drawn()).toEqual([]);
  await expect.element(field).toHaveFocus();
  // Enter asks again, and goes to what is found then.
  waiting.clear();
  await userEvent.keyboard('{Enter}');
  await asked('dana s');
  await expect.element(page.getByText('Orders could not be searched')).toBeVisible();
  waiting.get('dana s')?.(found(9));
  await vi.waitFor(() => expect(focused()).toBe('N9'));
  // Whoever goes on typing, or elsewhere, is not taken away by a late answer.
  await userEvent.keyboard('/{Escape}');
  await vi.waitFor(() => expect(drawn().length).toBeGreaterThan(10));
  await expect.element(field).toHaveValue('');
});
