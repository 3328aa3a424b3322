import { expect, type Page, type Route } from '@playwright/test';
import type { Stops } from '../../../contract/operations/dashboard/deliveries/list-stops.schema.ts';
import type { NextOrder } from '../../../contract/operations/dashboard/deliveries/read-next-order.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { fillDelivery } from '../../../tests/support/e2e-screens.ts';
import { answerProblem, changeResponse, deliveredResponse, hold } from '../conditions.ts';
import { open, readShots, type Shot, shot, shows } from '../shot.ts';

const ASSIGNED = '/dashboard/assigned-orders';
const NEXT = '/dashboard/next-order';

async function openForm(page: Page): Promise<void> {
  await page.goto(NEXT);
  await expect(button(page)).toBeVisible();
}

const button = (page: Page) => page.getByRole('button', { name: /^Confirm(ing)? Delivery/ });

/** Fills and confirms the form; `onCommand` handles the command. */
export async function confirm(
  page: Page,
  photo: Buffer,
  onCommand: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route('**/api/deliveries', onCommand);
  await openForm(page);
  await fillDelivery(page, photo);
  await button(page).click();
}

const confirmed = (state: string, onCommand: (route: Route) => Promise<void>, text: string | RegExp) =>
  shot(`next-order-${state}`, 'driver', async (page, { photo }) => {
    await confirm(page, photo, onCommand);
    await shows(page, text);
  });

/** A row of the list, in every language. */
const STOP = /#\d+ ·/;
const STOPS = '**/api/orders/stops';
const otherOrders = changeResponse(({ stops }: Stops) => ({
  stops: stops.map((order) => ({ ...order, id: newId() })),
}));
const gone = (draft_gone: NextOrder['draft_gone']) => changeResponse(() => ({ order: null, draft_gone }));

export const orders: Shot[] = [
  shot('assigned-orders', 'driver', (page) => open(page, ASSIGNED, STOP)),
  shot('assigned-orders-all', { as: 'driver', full: true }, (page) => open(page, ASSIGNED, STOP)),
  shot('assigned-orders-opened', { as: 'driver', full: true }, async (page) => {
    await open(page, ASSIGNED, STOP);
    await page.getByRole('article').first().getByRole('button', { expanded: false }).click();
    await shows(page, /Order #/);
  }),
  shot('assigned-orders-none', 'manager', (page) => open(page, ASSIGNED, 'No Orders Assigned')),
  ...readShots('assigned-orders', 'driver', {
    path: ASSIGNED,
    read: '**/api/orders/stops',
    loading: 'Loading assigned orders...',
    failed: 'Failed to load assigned orders',
  }),
  shot('next-order', 'driver', openForm),
  shot('next-order-all', { as: 'driver', full: true }, openForm),
  shot('next-order-filled', { as: 'driver', full: true }, async (page, { photo }) => {
    await openForm(page);
    await fillDelivery(page, photo);
  }),
  shot('next-order-filled-end', { as: 'driver', only: 'phone' }, async (page, { photo }) => {
    await openForm(page);
    await fillDelivery(page, photo);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  }),
  shot('next-order-unmet', 'driver', async (page) => {
    await openForm(page);
    // The button has `aria-disabled` and still accepts clicks.
    await button(page).click({ force: true });
    await shows(page, 'Missing Information');
  }),
  shot('next-order-none', 'driver2', (page) => open(page, NEXT, 'No Orders Available')),
  shot('next-order-no-driver-record', 'manager', (page) =>
    open(page, NEXT, /Failed to get driver information/),
  ),
  ...readShots('next-order', 'driver', {
    path: NEXT,
    read: STOPS,
    loading: 'Loading next order...',
    failed: 'Order Fetch Error',
  }),
  confirmed('sending', hold, '1 delivery is still being sent.'),
  shot('next-order-photo-failed', 'driver', async (page, { photo }) => {
    await page.route('**/storage/**', (route) => route.abort());
    await confirm(page, photo, answerProblem('malformed'));
    await shows(page, 'The photo is not uploaded yet');
  }),
  confirmed('unknown', (route) => route.abort(), /We don't know yet/),
  confirmed('refused', answerProblem('order_not_assigned'), 'This delivery was not recorded'),
  shot('next-order-delivered', 'driver', async (page, { photo }) => {
    await page.route('**/functions/v1/*', answerProblem('unexpected'));
    await confirm(page, photo, deliveredResponse());
    await shows(page, 'Delivery Confirmed');
  }),
  confirmed('conflict', deliveredResponse('cancelled'), 'Delivery recorded with a conflict'),
  shot('next-order-part-taken', { as: 'driver', full: true }, async (page) => {
    await page.route(
      STOPS,
      changeResponse(({ stops }: Stops) => ({
        stops: stops.map((order) => ({ ...order, taken_fils: 500 })),
      })),
    );
    await openForm(page);
    await shows(page, 'You have already collected');
  }),
  shot('next-order-waiting', 'driver', async (page, { photo }) => {
    await confirm(page, photo, (route) => route.abort());
    await shows(page, /We don't know yet/);
    await expect(button(page)).toBeVisible();
    await fillDelivery(page, photo);
    await button(page).click();
    await shows(page, 'Waiting to be sent');
  }),
  confirmed('sign-in', answerProblem('not_signed_in'), 'Waiting for you to sign in again'),
  shot('next-order-draft-gone', 'driver', async (page, { photo }) => {
    await openForm(page);
    await fillDelivery(page, photo);
    await page.route(STOPS, otherOrders);
    await page.route('**/api/orders/next*', gone('reassigned'));
    await open(page, NEXT, /was assigned to another driver/);
  }),
];
