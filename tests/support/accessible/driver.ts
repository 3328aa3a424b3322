import { expect, type Page, type Route } from '@playwright/test';
import { runTransaction } from '../../../server/platform/database/database.ts';
import { sendingTo } from '../../upgrades/business-day.ts';
import { accessToken } from '../e2e-device.ts';
import {
  confirmButton,
  cutOff,
  dismissToasts,
  documentsLoaded,
  fillDelivery,
  pressDespiteDisabledLook,
  sendNow,
  shownOrder,
  untilNoOverlay,
} from '../e2e-screens.ts';
import { ARABIC_NAME } from '../e2e-shop.ts';
import { rowButton } from '../e2e-stops.ts';
import { expectMenuItemsWhole } from '../e2e-toasts.ts';
import { NARROW } from '../e2e-viewports.ts';
import { assignOrder } from '../operations.ts';
import { prepareStart, sendCommand } from '../test-handover.ts';
import { answers } from './seeds.ts';
import { takings } from './takings.ts';
import { type Given, go, type State, shows, type Way } from './walk.ts';

type States = AsyncGenerator<State | string>;

const [PROFILE, STOPS, NEXT] = ['/dashboard/profile', '/dashboard/assigned-orders', '/dashboard/next-order'];
const READS = /\/api\/(profile\/statistics|orders\/stops)/;
const PROFILE_READ = '**/api/profile';
const DELIVERIES = '**/api/deliveries';

/** The screens of a driver from an empty morning to the end of the day. */
export const driver: Way = {
  name: 'a driver',
  as: 'driver',
  size: NARROW,
  thumbs: true,
  at_twice: true,
  async *states(given) {
    yield* unread(given);
    yield* empty(given);
    yield* atTheDoor(given);
    yield* unsent(given);
    yield* history(given);
    yield* takings(given);
    yield* withoutProfile(given);
  },
};

/** The first reads are pending, then fail. */
async function* unread({ page }: Given): States {
  let held: Route[] | null = [];
  await page.route(READS, (route) => void (held ? held.push(route) : route.abort()));
  await page.goto(PROFILE);
  await shows(page, 'Loading profile data...');
  yield { what: 'loading profile', busy: true };
  await go(page, STOPS, 'Loading assigned orders...');
  yield { what: 'loading orders', busy: true };
  await go(page, NEXT, 'Loading next order...');
  yield { what: 'loading order', busy: true };
  const late = held;
  held = null;
  for (const route of late) await route.abort();
  await shows(page, 'Your next order could not be loaded');
  yield 'next order not loaded';
  await go(page, STOPS, 'Your orders could not be loaded');
  yield 'orders not loaded';
  await go(page, PROFILE, 'Your figures could not be loaded');
  yield 'figures not loaded';
  await page.unroute(READS);
}

async function* empty({ page }: Given): States {
  await page.goto(PROFILE);
  await expect(page.getByRole('region', { name: 'Daily Statistics' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Signed-in Devices' })).toBeVisible();
  yield 'profile';
  await expectNothingMoves(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  yield { what: 'menu', phone_only: true, atTwice: expectMenuItemsWhole };
  await page.keyboard.press('Escape');
  await untilNoOverlay(page);
  await page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    window.dispatchEvent(Object.assign(event, { prompt: async () => {} }));
  });
  await expect(page.getByRole('region', { name: 'Install this app' })).toBeVisible();
  yield 'install prompt';
  await go(page, '/dashboard/password', 'Repeat New Password');
  yield 'password';
  await go(page, '/dashboard/bank-deposits', "You don't have access to this page");
  yield 'no access';
  await go(page, STOPS, 'No Orders Assigned');
  yield 'no orders';
  await go(page, '/dashboard/waiting', 'Everything is sent');
  yield 'nothing unsent';
  await go(page, '/dashboard/history', 'Nothing in the last 60 days');
  yield 'no history';
  await go(page, NEXT, 'No Orders Available');
  yield 'no order';
}

/** With reduced motion, no animation runs, not even for a millisecond. */
async function expectNothingMoves(page: Page): Promise<void> {
  const moving = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    const { length } = document.getAnimations();
    document.documentElement.style.fontSize = '';
    return length;
  });
  expect(moving).toBe(0);
}

/** Two orders that can be delivered, and one in every other open status. */
async function* atTheDoor({ page, photo, server, shop }: Given): States {
  const first = await shop.addOrder({ status: 'delivering', minutes_ago: 90 });
  await shop.addOrder({
    minutes_ago: 80,
    customer: { first_name: ARABIC_NAME, last_name: 'عبد الرحمن محمد آل مكتوم' },
  });
  const others = [];
  for (const status of ['picking', 'packed', 'dispatched'] as const)
    others.push(await shop.addOrder({ status }));
  // Inserted directly into the database, so that no page is notified.
  await page.goto(NEXT);
  await expect(shownOrder(page, first.order_number)).toBeVisible();
  yield 'next order';
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await page.getByRole('radio', { name: 'العربية' }).check();
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toBeVisible();
  yield 'a message to the customer';
  await page.keyboard.press('Escape');
  await untilNoOverlay(page);
  await go(page, STOPS, `#${first.order_number} ·`);
  await expect(page.getByRole('article')).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Set out with all (1)' })).toBeVisible();
  yield 'assigned orders';
  await rowButton(page, first.order_number).click();
  await shows(page, `Order #${first.order_number}`);
  yield 'an opened stop';
  yield* loading(page);
  for (const { id } of others) {
    const move = { shop_id: shop.shop_id, order_id: id, driver_id: shop.driver2.driver_id ?? 0 };
    await runTransaction(server.owner, (tx) => assignOrder(tx, move));
  }
  await shows(page, 'Your orders have changed');
  await dismissToasts(page);
  await go(page, NEXT, 'Confirm Delivery');
  await pressDespiteDisabledLook(confirmButton(page));
  await shows(page, 'Take a photo of what you deliver');
  await expect(page.locator('[data-toast]')).toHaveCount(1);
  yield 'marked fields, with a toast';
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  yield 'marked fields, mirrored';
  await page.evaluate(() => document.documentElement.removeAttribute('dir'));
  await dismissToasts(page);
  yield* couldNotDeliver(page);
  await documentsLoaded(page);
  await fillDelivery(page, photo);
  yield 'filled confirmation';

  // Slow enough for the photo to be uploading during these checks.
  const line = await page.context().newCDPSession(page);
  const limitUpload = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1 },
      uploadThroughput,
    });
  await line.send('Network.enable');
  await limitUpload(1_000);
  await confirmButton(page).click();
  await expect(page.getByRole('progressbar', { name: /^Sending photo \d+ %$/ }).first()).toBeVisible();
  yield { what: 'sending', busy: true };
  await limitUpload(-1);
  await line.detach();
  await shows(page, '1 of 2 · AED 145.00 on hand');
  // The toasts appear after the next order is shown, once the shop's system has responded.
  await expect(page.locator('[data-toast]')).toHaveCount(2);
  await dismissToasts(page);
  yield 'delivered';
}

/** The goods of the stops that are not on the road, with a missing line and unticked ones. */
async function* loading(page: Page): States {
  await page.getByRole('link', { name: 'Loading list' }).click();
  await shows(page, /^0 of \d+ items? loaded/);
  yield 'loading list';
  await page.getByRole('radio', { name: 'By stop' }).check();
  await page
    .getByRole('button', { name: /^Missing: / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Report to the shop' }).click();
  await shows(page, 'The shop has been notified.');
  yield 'loading list by stop, with a missing line';
  await page.getByRole('button', { name: /^Set out with all/ }).click();
  await shows(page, /not ticked$/);
  yield 'the question before setting out with unticked goods';
  await page.keyboard.press('Escape');
  await untilNoOverlay(page);
}

/** The form of an attempt, with the reason that requires most inputs. Nothing is recorded. */
async function* couldNotDeliver(page: Page): States {
  await page.getByRole('button', { name: 'Something else happened' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('radio', { name: 'Asked for another time' }).check();
  yield 'something else happened';
  await pressDespiteDisabledLook(sheet.getByRole('button', { name: "Couldn't deliver", exact: true }));
  await shows(page, 'Select the new day');
  yield 'an incomplete attempt';
  await dismissToasts(page);
  await page.keyboard.press('Escape');
  await untilNoOverlay(page);
}

/** The confirmation of the last order gets no response, is sent later, and ends the day. */
async function* unsent({ page, photo }: Given): States {
  await page.route(DELIVERIES, (route) => route.abort());
  await fillDelivery(page, photo);
  await confirmButton(page).click();
  await shows(page, "We don't know yet whether this was recorded");
  yield { what: 'unknown outcome', busy: true };
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await shows(page, 'Sign out with unsent work?');
  yield 'the confirmation before signing out';
  // A wide window closes the menu and its dialog. Back at this width the menu reopens and takes the focus.
  await expect(page.getByRole('dialog', { name: 'Menu' }).locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await untilNoOverlay(page);
  await dismissToasts(page);

  const connect = await cutOff(page);
  await go(page, '/dashboard/waiting', /^Waiting to be sent: 1/);
  yield { what: 'unsent work', busy: true };
  await page.getByRole('button', { name: /^Send now, Order #/ }).click();
  await shows(page, 'No connection. Unsent work is sent automatically once there is one.');
  yield 'sending without a connection';
  await connect();
  await page.unroute(DELIVERIES);
  await go(page, NEXT, /waiting to be sent|All delivered/i);
  await sendNow(page);
  await shows(page, 'All delivered. Hand over AED 290.00');
  await dismissToasts(page);
  yield 'all delivered';
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  yield 'all delivered, mirrored';
  await page.evaluate(() => document.documentElement.removeAttribute('dir'));
}

async function* history({ page, server, shop }: Given): States {
  const app = sendingTo(server.url);
  const admin = { ...shop.admin, session_id: await accessToken(server.url, shop.admin) };
  const signing = {
    ...shop,
    admin,
    manager: { ...shop.manager, session_id: '' },
    driver: { ...shop.driver, session_id: '' },
  };
  const start = await prepareStart(app, signing, { amount_fils: 20_000 });
  expect((await sendCommand(app, 'start', admin, start)).status).toBe(200);
  await go(page, '/dashboard/history', /2 deliveries/);
  const today = page.getByRole('region', { name: /^Today/ });
  await expect(today.getByRole('list', { name: 'Handovers' })).toContainText('AED 200.00');
  await today.getByRole('list', { name: 'Deliveries' }).getByRole('button').first().click();
  await shows(page, 'Delivered at');
  yield "the driver's history";
}

/** Signed in, but the profile is not loaded: pending, without a connection, failing, missing. */
async function* withoutProfile({ page }: Given): States {
  const held: Route[] = [];
  let answer: (route: Route) => unknown = (route) => held.push(route);
  await page.route(PROFILE_READ, (route) => void answer(route));
  await page.evaluate(() => localStorage.removeItem('mandoob.profile'));
  await page.goto('/login');
  await shows(page, 'Loading...');
  yield { what: 'sign-in form while the profile is loading', busy: true };
  await go(page, '/dashboard', 'Loading dashboard...');
  yield { what: 'dashboard while the profile is loading', busy: true };
  answer = (route) => route.abort();
  for (const route of held) await route.abort();
  await shows(page, 'No connection');
  yield 'no connection';
  answer = answers('unavailable');
  await page.getByRole('button', { name: 'Retry' }).click();
  await shows(page, 'Your profile could not be loaded');
  yield 'profile not loaded';
  answer = answers('no_profile');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await shows(page, 'Sign Out');
  yield 'no profile';
}
