import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router, useLocation } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { AssignOrders } from '../../../contract/operations/desk/orders/assign-orders.schema.ts';
import { DESK_ENDPOINTS } from '../../../contract/operations/desk.ts';
import { newId } from '../../../contract/rules/ids.ts';
import type { SkippedBecause } from '../../../contract/rules/orders/desk-orders.ts';
import type { DeskOrder, OrderResult } from '../../../contract/schemas/desk-orders.ts';
import { showPage, toasts } from '../../../tests/support/handover-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../../tests/support/manager-page.ts';
import { json, problem } from '../../../tests/support/server-double.ts';
import { registerEndpoints } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ScreenTitle } from '../../components/open-screen.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { clearToasts } from '../../ui/toast.ts';
import { useDeskKeys } from '../actions/use-desk-keys.ts';
import { clearLine } from '../line/desk-line.ts';
import { LowerLine } from '../line/LowerLine.tsx';
import { readDeskSettings } from '../shell/desk-settings.ts';
import { OrdersHome } from './OrdersHome.tsx';

registerEndpoints(DESK_ENDPOINTS);

/** The part of the style sheet that determines which rows are rendered. */
const STYLES = `.overflow-auto{overflow:auto}.relative{position:relative}.absolute{position:absolute}.inset-x-0{inset-inline:0}
.sticky{position:sticky}.top-0{top:0}.grid{display:grid}.h-9{height:36px}.flex{display:flex}.flex-col{flex-direction:column}.flex-1{flex:1}
.min-h-0{min-height:0}.min-w-0{min-width:0}.truncate{overflow:hidden;white-space:nowrap}.sr-only{position:absolute;width:1px;overflow:hidden}
.test-page{height:700px;display:flex;flex-direction:column}.desk-fill{display:flex;flex:1;min-height:0}`;

const DINA = {
  driver_id: 4,
  full_name: 'Dina Driver',
  status: 'available',
  may_deliver: true,
  last_seen_at: null,
  cash_on_hand_fils: 0,
  cash_on_the_way_fils: 0,
  card_machines: [],
  unsent: null,
  arrangement_id: null,
  stops: [],
};

let server: ManagerServer;
let orders: DeskOrder[];
let respondWithOrders: (path: string) => Response | Promise<Response>;
let address: ReturnType<typeof memoryPlace>;

beforeEach(async () => {
  server = await managerServer();
  orders = ordersNamed(400);
  address = memoryPlace();
  respondWithOrders = () => json({ orders, next: null });
  for (const sorted of ['sort=age&way=up', 'sort=amount&way=up', 'sort=amount&way=down']) {
    const path = `/api/desk/orders?view=unassigned&${sorted}`;
    server.answers.set(`GET ${path}`, () => respondWithOrders(path));
  }
  const counts = {
    unassigned: 400,
    to_dispatch: 0,
    on_the_road: 0,
    late: 0,
    conflicts: 0,
    delivered_today: 0,
    waiting: 2,
    not_taken: 0,
  };
  server.answers.set('GET /api/desk/order-counts', () => json({ counts }));
  server.answers.set('GET /api/desk/drivers', () => json({ drivers: [DINA] }));
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearLine();
  clearToasts();
  vi.restoreAllMocks();
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
    erased_at: null,
    conflict_id: null,
  }));
}

function Desk() {
  useDeskKeys();
  const [here] = useLocation();
  return (
    <ScreenTitle value="Orders">
      <style>{STYLES}</style>
      <div className="test-page">{here !== '/desk/drivers' && <OrdersHome />}</div>
      <LowerLine />
    </ScreenTitle>
  );
}

async function open() {
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

it('draws only the visible rows, and keys move the focus and select rows', async () => {
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
  // Rows out of sight stay selected.
  await expect.element(page.getByText('3 selected')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(selected()).toEqual([]);
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(page.getByText('400 selected')).toBeVisible();
  // Characters typed into the search field trigger no actions.
  await userEvent.keyboard('/xj');
  await expect.element(page.getByRole('searchbox')).toHaveValue('xj');
});

const memoryPlace = () => memoryLocation({ path: '/desk' });

function later<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const COMMANDS = '/api/desk/orders';
const named = (...numbers: string[]) =>
  numbers.map((number) => orders.find(({ order_number }) => order_number === number) as DeskOrder);
const seen = (many: readonly DeskOrder[]) => many.map(({ id, version }) => ({ order_id: id, version }));
const sent = (action: string) =>
  server.sent<AssignOrders>(`${COMMANDS}/${action}`).map(({ body }) => body.orders);
const lineText = () => document.querySelector('.bottom-0 > [role=status]')?.textContent;

/** Assigns all orders, which are packed, so that they can be dispatched. */
function giveToDina(): void {
  orders = orders.map((order) => ({ ...order, driver_id: DINA.driver_id, driver_name: DINA.full_name }));
}

function done({ id, order_number, version }: DeskOrder): OrderResult {
  const standing = { status: 'packed', driver_id: null, dispatching_started_at: null } as const;
  return {
    outcome: 'done',
    order_id: id,
    order_number,
    version: version + 1,
    before: standing,
    after: standing,
    place: null,
    deliveries: null,
  };
}

function skipped(
  { id, order_number }: DeskOrder,
  because: SkippedBecause = 'order_on_the_road',
): OrderResult {
  return { outcome: 'skipped', order_id: id, order_number, because, now: null, news: null };
}

/** Holds the response to the next command of this name until the returned function is called. */
function holdResponse(action: string): (...results: OrderResult[]) => void {
  const { promise, resolve } = later<Response>();
  server.answers.set(`POST ${COMMANDS}/${action}`, () => promise);
  return (...results) => resolve(json({ done_at: new Date().toISOString(), results }));
}

async function openAt(count: number): Promise<void> {
  await open();
  await expect.element(grid()).toHaveAttribute('aria-rowcount', `${count + 1}`);
}

async function goTo(path: string): Promise<void> {
  address.navigate(path);
  await vi.waitFor(() => expect(grid().query() === null).toBe(path !== '/desk'));
}

it('an action applies to the orders for which its dialog opened, in the versions seen then', async () => {
  await openAt(400);
  await userEvent.keyboard('j');
  expect(focused()).toBe('N1');
  const [first] = named('N1');
  const respond = holdResponse('assign');
  await userEvent.keyboard('a');
  await expect.element(page.getByRole('combobox', { name: 'Assign 1 order to' })).toHaveFocus();
  // Another user assigns the order meanwhile, and its neighbour takes its position.
  orders = orders.slice(1);
  await queryClient.invalidateQueries();
  // The dialog hides the grid from screen readers.
  await vi.waitFor(() => expect(document.querySelector('[role=grid]')?.ariaRowCount).toBe('400'));
  await page.getByRole('combobox').fill('din');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(sent('assign')).toEqual([seen([first as DeskOrder])]));
  respond(skipped(first as DeskOrder, 'order_closed'));
  await expect.element(page.getByRole('alert')).toHaveTextContent('N1: It is no longer open');

  // An order that is still in the list is sent with the version seen, also when one dialog leads to another.
  orders = orders.map((order) => ({ ...order, status: 'cancelled' }));
  await queryClient.invalidateQueries();
  await userEvent.keyboard('{Home}xs');
  await expect.element(page.getByRole('combobox', { name: 'Change the status' })).toHaveFocus();
  await page.getByRole('combobox').fill('reop');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('textbox', { name: 'Reason' }).fill('They called');
  const as_seen = seen(named('N2'));
  holdResponse('reopen');
  orders = orders.map((order) => ({ ...order, version: 2 }));
  await queryClient.invalidateQueries();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await vi.waitFor(() => expect(sent('reopen')).toEqual([as_seen]));
});

it('no command starts before the outcome of the previous one, and a held key sends one command', async () => {
  giveToDina();
  await openAt(400);
  await userEvent.keyboard('j');
  const [first] = named('N1');
  const respond = holdResponse('dispatch');
  await userEvent.keyboard('d');
  await vi.waitFor(() => expect(sent('dispatch')).toHaveLength(1));
  // The command is recorded, and the order has not left the list yet.
  const { promise, resolve } = later<Response>();
  respondWithOrders = () => promise;
  const read = server.count('GET', '/api/desk/orders?');
  respond(done(first as DeskOrder));
  await vi.waitFor(() => expect(server.count('GET', '/api/desk/orders?')).toBeGreaterThan(read));
  await userEvent.keyboard('d');
  expect(lineText()).toBe('The last change is still being recorded.');
  resolve(json({ orders: orders.slice(1), next: null }));
  respondWithOrders = () => json({ orders: orders.slice(1), next: null });
  await vi.waitFor(() => expect(lineText()).toBe('1 order dispatched'));
  expect(focused()).toBe('N2');

  const hold = (key: string) =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', {
        key,
        code: `Key${key.toUpperCase()}`,
        repeat: true,
        bubbles: true,
        cancelable: true,
      }),
    );
  hold('d');
  for (const _ of [1, 2]) hold('j');
  await vi.waitFor(() => expect(focused()).toBe('N4'));
  await vi.waitFor(() => expect(lineText()).toBe('1 order dispatched'));
  expect(sent('dispatch')).toHaveLength(1);
});

it('a command removes its completed orders, and no others, from the selection; an undo removes none', async () => {
  giveToDina();
  await openAt(400);
  const [first, second] = named('N1', 'N2') as [DeskOrder, DeskOrder];
  const respond = holdResponse('dispatch');
  await userEvent.keyboard('jxjxd');
  await vi.waitFor(() => expect(sent('dispatch')).toEqual([seen([first, second])]));
  await userEvent.keyboard('jjx');
  respond(done(first), skipped(second));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Dispatch: 1 order was not changed');
  expect(selected()).toEqual(['N2', 'N4']);
  const undone = holdResponse('undo');
  await userEvent.keyboard('z');
  await userEvent.keyboard('jj{Shift>}x{/Shift}');
  undone(done(first));
  await vi.waitFor(() => expect(lineText()).toBe('Undone.'));
  // The range starts at the last row that was selected.
  expect(selected()).toEqual(['N2', 'N4', 'N5', 'N6']);
});

it('shows the outcome of a command or undo after the list is left, and sends the same command again', async () => {
  giveToDina();
  await openAt(400);
  const [first] = named('N1') as [DeskOrder];
  const respond = holdResponse('dispatch');
  await userEvent.keyboard('jd');
  await vi.waitFor(() => expect(sent('dispatch')).toHaveLength(1));
  await goTo('/desk/drivers');
  respond(done(first));
  await vi.waitFor(() => expect(lineText()).toBe('1 order dispatched'));
  const undone = holdResponse('undo');
  await userEvent.keyboard('z');
  undone(skipped(first, 'too_late'));
  const left = 'Undo: 1 order was not changed';
  await vi.waitFor(() => expect(toasts()).toEqual([`${left} / N1: It is too late to undo this`]));
  await goTo('/desk');
  await expect.element(page.getByRole('alert')).toHaveTextContent(left);
  expect(toasts()).toEqual([]);

  // No response arrives, and the user leaves the list before that is known.
  const { timer } = thisTab;
  const { after } = timer;
  vi.spyOn(timer, 'after').mockImplementation((ms, work) => after(ms < 5_000 ? 1 : ms, work));
  const waits = later<void>();
  server.answers.set(`POST ${COMMANDS}/dispatch`, async () => {
    await waits.promise;
    throw new TypeError('Failed to fetch');
  });
  await userEvent.keyboard('jd');
  await goTo('/desk/drivers');
  waits.resolve();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  expect(toasts()[0]).toMatch(
    /^We don't know yet whether this was recorded \/ Dispatch: The server did not respond/,
  );
  await goTo('/desk');
  expect(toasts()).toEqual([]);
  await expect.element(again).toBeVisible();
  await goTo('/desk/drivers');
  holdResponse('dispatch')(done(first));
  await again.click();
  await vi.waitFor(() => expect(lineText()).toBe('1 order dispatched'));
  expect(toasts()).toEqual([]);
  const keys = server.sent(`${COMMANDS}/dispatch`).map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);

  // Details cover the list.
  await goTo('/desk');
  await page.viewport(1000, 800);
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '401');
  const last = holdResponse('dispatch');
  await userEvent.keyboard('jdo');
  await expect.element(page.getByRole('button', { name: 'Back to the list' })).toBeInTheDocument();
  last(skipped(first));
  const on_the_road = 'Dispatch: 1 order was not changed';
  await vi.waitFor(() => expect(toasts()).toEqual([`${on_the_road} / N1: It is on the road`]));
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('alert')).toHaveTextContent(on_the_road);
  expect(toasts()).toEqual([]);
});

it('sorts on the server by column headers, with aria-sort, and keeps the columns of a user', async () => {
  const first = await open();
  const amount = () => page.getByRole('columnheader', { name: 'Amount' });
  await expect.element(amount()).not.toHaveAttribute('aria-sort');
  respondWithOrders = (path) =>
    json({ orders: path.includes('way=down') ? orders.toReversed() : orders, next: null });
  await amount().getByRole('button').click();
  await expect.element(amount()).toHaveAttribute('aria-sort', 'ascending');
  await amount().getByRole('button').click();
  await expect.element(amount()).toHaveAttribute('aria-sort', 'descending');
  await vi.waitFor(() => expect(numbers(drawn())[0]).toBe('N400'));
  const asked = server.asked.filter(({ path }) => path.startsWith('/api/desk/orders?'));
  expect(asked.at(-1)?.path).toMatch(/sort=amount&way=down/);

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

it('shows the age of the list after a failed reload, and keeps focus and selection', async () => {
  await open();
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '401');
  await userEvent.keyboard('jjx');
  respondWithOrders = () => problem('unavailable');
  await queryClient.invalidateQueries();
  await expect.element(page.getByText(/Newer figures could not be loaded yet/)).toBeVisible();
  expect([focused(), selected()]).toEqual(['N2', ['N2']]);
  respondWithOrders = () => json({ orders: orders.slice(0, 2), next: null });
  await queryClient.invalidateQueries();
  await expect.element(page.getByText(/Newer figures could not be loaded yet/)).not.toBeInTheDocument();
  expect([focused(), selected(), drawn().length]).toEqual(['N2', ['N2'], 2]);
});

it('loads the next page once, not during a reload, and after a failure only on request', async () => {
  const waiting: ((response: Response) => void)[] = [];
  const hold = () => new Promise<Response>((done) => waiting.push(done));
  const first = () => json({ orders: orders.slice(0, 200), next: 'more' });
  const asked = (path: string) => server.asked.filter((one) => one.path === path).length;
  const path = '/api/desk/orders?view=unassigned&sort=age&way=up';
  let respondWithNext: () => Response | Promise<Response> = () => problem('unavailable');
  respondWithOrders = first;
  server.answers.set(`GET ${path}&after=more`, () => respondWithNext());
  await open();
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '201');
  const before = asked(path);
  expect(asked(`${path}&after=more`)).toBe(0);

  // The end becomes visible during a reload: the reload completes first.
  respondWithOrders = hold;
  const hint = queryClient.refetchQueries({ type: 'active' }, { cancelRefetch: false });
  await vi.waitFor(() => expect(waiting.length).toBe(1));
  await userEvent.keyboard('j{End}');
  await vi.waitFor(() => expect(focused()).toBe('N200'));
  orders = orders.map((order, at) => (at === 199 ? { ...order, version: 2, customer_name: 'Dana' } : order));
  respondWithOrders = first;
  for (const done of waiting.splice(0)) done(first());
  await hint;
  await expect.element(page.getByText('Dana')).toBeVisible();
  expect(asked(path)).toBe(before + 1);

  const line = page.getByText('More orders could not be loaded');
  await expect.element(line).toBeVisible();
  expect(asked(`${path}&after=more`)).toBe(1);
  respondWithNext = hold;
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await vi.waitFor(() => expect(waiting.length).toBe(1));
  await expect.element(line).toBeVisible();
  for (const done of waiting.splice(0)) done(json({ orders: orders.slice(200), next: null }));
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '401');
  await expect.element(line).not.toBeInTheDocument();
  expect([asked(path), asked(`${path}&after=more`), focused()]).toEqual([before + 1, 2, 'N200']);
});

it('keeps showing the failure while the list is loaded again', async () => {
  const waiting: ((response: Response) => void)[] = [];
  respondWithOrders = () => problem('unavailable');
  await open();
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect.element(retry).toBeVisible();
  respondWithOrders = () => new Promise<Response>((done) => waiting.push(done));
  await retry.click();
  await vi.waitFor(() => expect(waiting.length).toBe(1));
  expect(document.body.textContent).toContain('Orders could not be loaded');
  waiting[0]?.(json({ orders, next: null }));
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '401');
});

it('marks rows of a previous search as busy, lets Enter wait for the response, and shows a failure', async () => {
  const waiting = new Map<string, (response: Response) => void>();
  // Slow typing also searches for each prefix; those searches get no response.
  for (const words of ['d', 'da', 'dan', 'dana', 'dana s']) {
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
  // Enter does not move to a row of the previous list.
  await expect.element(field).toHaveFocus();
  expect([drawn().length > 10, stale() !== null]).toEqual([true, true]);
  waiting.get('dana')?.(found(7, 3));
  await vi.waitFor(() => expect(focused()).toBe('N7'));
  // The rows have the order of the response, not that of the previous list.
  expect([numbers(drawn()), stale()]).toEqual([['N7', 'N3'], null]);

  await userEvent.keyboard('/');
  await userEvent.keyboard('{End} s{ArrowDown}');
  await asked('dana s');
  expect([numbers(drawn()), stale() !== null]).toEqual([['N7', 'N3'], true]);
  waiting.get('dana s')?.(problem('unavailable'));
  await expect.element(page.getByText('Orders could not be searched')).toBeVisible();
  expect(drawn()).toEqual([]);
  await expect.element(field).toHaveFocus();
  // Enter searches again, and moves to the first row found.
  waiting.clear();
  await userEvent.keyboard('{Enter}');
  await asked('dana s');
  await expect.element(page.getByText('Orders could not be searched')).toBeVisible();
  waiting.get('dana s')?.(found(9));
  await vi.waitFor(() => expect(focused()).toBe('N9'));
  // Clearing the field shows the list again.
  await userEvent.keyboard('/{Escape}');
  await vi.waitFor(() => expect(drawn().length).toBeGreaterThan(10));
  await expect.element(field).toHaveValue('');
});

it('keys do not change the list while details cover it', async () => {
  await open();
  await page.viewport(1000, 800);
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '401');
  await userEvent.keyboard('jxjxo');
  const back = page.getByRole('button', { name: 'Back to the list' });
  await expect.element(back).toBeInTheDocument();
  await userEvent.keyboard('jxa/c');
  expect(document.querySelector('[role=dialog]')).toBeNull();
  await expect.element(page.getByRole('searchbox')).not.toHaveFocus();
  expect(selected()).toEqual(['N1', 'N2']);
  await userEvent.keyboard('{Escape}');
  await expect.element(back).not.toBeInTheDocument();
  await userEvent.keyboard('jx');
  expect(selected()).toEqual(['N1', 'N2', 'N3']);
});

it('shows why orders wait, counts them in their own view, and does not assign them', async () => {
  const [first, second, third] = ordersNamed(3) as [DeskOrder, DeskOrder, DeskOrder];
  orders = [
    { ...first, waits_because: 'payment_unknown' },
    { ...second, status: 'dispatching', driver_id: 4, waits_because: 'payment_voided' },
    { ...third, pays_either: true },
  ];
  await openAt(3);
  const texts = () => drawn().map((row) => row.textContent ?? '');
  expect(texts()[0]).toContain('Waiting: payment name unknown');
  expect(texts()[1]).toContain('Do not hand over');
  expect(texts()[2]).toContain('Cash or card');
  expect(texts()[2]).not.toContain('Wait');
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^Waiting/ });
  await expect.element(tab).toHaveTextContent('2');
  expect(tab.element().getAttribute('href')).toBe('/desk?view=waiting');
  await userEvent.keyboard('ja');
  expect(page.getByRole('combobox', { name: 'Assign 1 order to' }).query()).toBeNull();
  const words = 'Only open orders that are not waiting can be assigned to a driver.';
  await vi.waitFor(() => expect(lineText()).toBe(words));
});
