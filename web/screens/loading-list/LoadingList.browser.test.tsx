import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import type { CheckLoading } from '../../../contract/operations/dashboard/deliveries/check-loading.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import {
  commandsMade,
  type DriverServer,
  driverServer,
  showDriverScreen,
  stopIn,
} from '../../../tests/support/driver-page.tsx';
import { writeSession } from '../../../tests/support/kept-session.ts';
import { problem } from '../../../tests/support/server-double.ts';
import { queryClient } from '../../api/query-client.ts';
import { ScreenTitle } from '../../components/open-screen.ts';
import { clearToasts } from '../../ui/toast.ts';
import { LoadingList } from './LoadingList.tsx';

let server: DriverServer;

beforeEach(async () => {
  server = await driverServer();
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearToasts();
});

function items(...given: [name: string, qty: number][]): OrderWithItems['items'] {
  return given.map(([name, qty]) => ({
    id: newId(),
    qty,
    picked_qty: null,
    unit_price_fils: 1_000,
    line_total_fils: 1_000 * qty,
    product: { name, barcode: null, sku: `SKU ${name}` },
  }));
}

/** Two ready stops with 6 items, and a packed one with 1. */
function threeStops(): OrderWithItems[] {
  return [
    stopIn('dispatched', '1', { items: items(['Kibbeh', 3], ['كبة', 1]) }),
    stopIn('dispatched', '2', { items: items(['Kibbeh', 2]) }),
    stopIn('packed', '3', { items: items(['Ayran', 1]) }),
  ];
}

const box = (name: string | RegExp) => page.getByRole('checkbox', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const missing = (name: string) => page.getByRole('button', { name: `Missing: ${name}`, exact: true });
const stepper = (name: string) => page.getByRole('group', { name: `Missing: ${name}`, exact: true });
const shows = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();
const show = () =>
  showDriverScreen(
    <main>
      <ScreenTitle value="Loading list">
        <LoadingList />
      </ScreenTitle>
    </main>,
    '/dashboard/loading-list',
  );

/** The lines reported to the shop by each report, as numbers of orders and quantities. */
async function reports(): Promise<unknown[]> {
  const made = await commandsMade(server, 'check_loading');
  const numberOf = (id: string) => server.stops.find((order) => order.id === id)?.order_number;
  return made.map(({ input }) =>
    (input as CheckLoading).stops.map(({ order_id, missing: lines }) => [
      numberOf(order_id),
      ...lines.map(({ qty }) => qty),
    ]),
  );
}

test('goods are summed by product and listed by stop, and a tick in one view is shown in the other', async () => {
  server.stops = threeStops();
  await show();
  await shows('0 of 7 items loaded');
  await expect.element(box(/^5 × Kibbeh/)).toHaveAccessibleName(/SKU Kibbeh.*#1: 3 · #2: 2/);
  await page.getByRole('radio', { name: 'By stop' }).click();
  await box(/^3 × Kibbeh/).click();
  await shows('3 of 7 items loaded');
  await page.getByRole('radio', { name: 'By product' }).click();
  await expect.element(box(/^5 × Kibbeh/)).toBePartiallyChecked();
  await box(/^5 × Kibbeh/).click();
  await expect.element(box(/^5 × Kibbeh/)).toBeChecked();
  const { violations } = await axe.run(page.getByRole('main').element(), { resultTypes: ['violations'] });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test('ticks survive a reload without a signal', async () => {
  server.stops = threeStops();
  await show();
  await shows('0 of 7 items loaded');
  server.fault = () => 'lost';
  await box(/^5 × Kibbeh/).click();
  await missing('Ayran').click();
  await shows('1 missing');
  await cleanup();
  await show();
  await expect.element(box(/^5 × Kibbeh/)).toBeChecked();
  await shows('1 missing');
});

test('a missing quantity is chosen by stop and reported once, and the report is announced', async () => {
  server.stops = threeStops();
  await show();
  await missing('Kibbeh').click();
  await expect.element(missing('Kibbeh')).toHaveAttribute('aria-expanded', 'true');
  const second = stepper('Kibbeh, #2');
  await second.getByRole('button', { name: 'One more' }).click();
  await second.getByRole('button', { name: 'One more' }).click();
  await expect.element(second.getByRole('button', { name: 'One more' })).toHaveAttribute('aria-disabled');
  await expect.element(second.getByRole('status')).toHaveTextContent('2 of 2');
  await second.getByRole('button', { name: 'One less' }).click();
  await button('All loaded').click();
  await shows('6 of 7 items loaded');
  await button('Report to the shop').click();
  await shows('The shop has been notified.');
  expect(await reports()).toEqual([[['1'], ['2', 1], ['3']]]);
  await expect.element(button('Report to the shop')).toHaveAttribute('aria-disabled', 'true');
});

test('a single missing item is one press, by keyboard', async () => {
  server.stops = threeStops();
  await show();
  await expect.element(missing('كبة')).toBeVisible();
  (missing('كبة').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(stepper('كبة').getByRole('status')).toHaveTextContent('1 of 1');
  await stepper('كبة').getByRole('button', { name: 'One less' }).click();
  await expect.element(stepper('كبة').getByRole('status')).toHaveTextContent('0 of 1');
});

test('setting out warns about unticked items of ready stops only, and reports them as missing first', async () => {
  server.stops = threeStops();
  await show();
  await page.getByRole('radio', { name: 'By stop' }).click();
  await box(/^2 × Kibbeh/).click();
  await button('Set out with all (2)').click();
  await expect.element(page.getByRole('dialog', { name: '4 items are not ticked' })).toBeVisible();
  await button('Back to the list').click();
  expect(await commandsMade(server, 'set_out')).toEqual([]);
  await button('Set out with all (2)').click();
  await button('Set out anyway').click();
  await expect.element(page.getByRole('link', { name: 'Next Order' })).toHaveFocus();
  expect(await reports()).toEqual([[['1', 3, 1], ['2']]]);
  const [check] = await commandsMade(server, 'check_loading');
  const [left] = await commandsMade(server, 'set_out');
  expect(check?.device_seq).toBeLessThan(left?.device_seq ?? 0);
  // The packed stop stays on the list.
  await expect.element(box(/^1 × Ayran/)).toBeVisible();
});

test('a stop is not reported before all its goods are ticked or missing, and the screen shows why', async () => {
  server.stops = threeStops();
  await show();
  const hint = 'A stop is reported once all its goods are ticked or missing.';
  await expect.element(button('Report to the shop')).toBeVisible();
  expect(page.getByText(hint).elements()).toEqual([]);
  const report = button('Report to the shop').element() as HTMLElement;
  report.click();
  await shows(hint);
  await missing('كبة').click();
  await box(/^1 × Ayran/).click();
  await shows('1 missing');
  report.click();
  await shows('The shop has been notified.');
  await shows(hint);
  expect(await reports()).toEqual([[['3']]]);
});

test('setting out with everything ticked shows no question, and does not repeat a report', async () => {
  server.stops = threeStops();
  await show();
  await button('All loaded').click();
  await expect.element(button('Report to the shop')).toBeVisible();
  const report = button('Report to the shop').element() as HTMLElement;
  report.click();
  report.click();
  await shows('The shop has been notified.');
  await button('Set out with all (2)').click();
  await shows('On the road with 2 stops');
  expect(await reports()).toHaveLength(1);
});

test('without goods there is nothing to load', async () => {
  server.stops = [stopIn('dispatching', '1')];
  await show();
  await shows('Nothing to load');
});

test.each([
  ['is refused', problem('set_out_by_shop')],
  ['skips all its stops', undefined],
])('a departure that %s is no longer confirmed', async (_, response) => {
  server.stops = threeStops();
  await show();
  await button('All loaded').click();
  server.fault = ({ path }) => (path.startsWith('/api/stops/') ? 'lost' : undefined);
  await button('Set out with all (2)').click();
  await shows('On the road with 2 stops');
  const skipped = server.stops.map(({ id }) => ({ order_id: id, because: 'not_dispatched' }));
  server.record = () => ({ set_out: [], skipped });
  server.fault = ({ path }) => (path === '/api/stops/set-out' ? response : undefined);
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText('On the road with 2 stops')).not.toBeInTheDocument();
  await shows(/of 7 items loaded/);
});

test('goods that are handed over again on the same day are checked and reported again', async () => {
  const stops = [stopIn('dispatched', '1', { items: items(['Kibbeh', 3], ['Ayran', 1]) })];
  const lost = [['1', 1]];
  server.stops = stops;
  await show();
  await missing('Ayran').click();
  await button('All loaded').click();
  await button('Set out with all (1)').click();
  await shows('On the road with 1 stop');
  await expect.poll(() => commandsMade(server, 'set_out')).toMatchObject([{ state: 'done' }]);
  expect(await reports()).toEqual([lost]);
  await cleanup();
  server.stops = stops.map((order) => ({ ...order, updated_at: new Date(Date.now() + 1_000).toISOString() }));
  queryClient.clear();
  await show();
  await shows('0 of 4 items loaded');
  await missing('Ayran').click();
  await button('All loaded').click();
  await shows('1 missing');
  expect(page.getByText('The shop has been notified.').elements()).toEqual([]);
  await button('Set out with all (1)').click();
  await shows('On the road with 1 stop');
  expect(await reports()).toEqual([lost, lost]);
});

test('a report stays valid for stops that did not leave', async () => {
  server.stops = threeStops();
  await show();
  await button('All loaded').click();
  await button('Report to the shop').click();
  await shows('The shop has been notified.');
  await button('Set out with all (2)').click();
  await shows('1 of 1 item loaded');
  await shows('The shop has been notified.');
  expect(await reports()).toHaveLength(1);
});
