import { type Browser, chromium, type Page } from '@playwright/test';
import { tellServers } from '../../server/changes/tell-servers.ts';
import { runAs, SERVER } from '../../server/operations/run-as.ts';
import { assignOrder } from '../../server/orders/assign-order.ts';
import { databaseOf } from '../../server/platform/database/database.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { chromiumLaunch } from '../../tests/support/chromium.ts';
import { addOrder } from '../../tests/support/test-shop.ts';
import { KEPT } from '../../web/world/kept-texts.ts';
import type { BenchPlace, Driver } from '../bench-place.ts';
import { commitTimes } from './commits.ts';
import type { CrowdShop } from './crowd.ts';

const STOPS = '/dashboard/assigned-orders';
const PHONE = { width: 390, height: 844 };

type Screen = { page: Page; driver: Driver; shop_id: number };

/** Drivers who look at their stops in a real browser; each of another shop. */
export async function openScreens(place: BenchPlace, crowd: readonly CrowdShop[], count: number) {
  const browser = await chromium.launch({ ...chromiumLaunch(), headless: true });
  const screens: Screen[] = [];
  for (const { drivers, shop_id } of crowd.slice(0, count)) {
    const [driver] = drivers;
    if (!driver) throw new Error('a shop has a driver');
    // One to look at: a page without any is another one.
    await addOrder(place.owner, { shop_id }, driver);
    screens.push({ page: await openScreen(browser, place, driver), driver, shop_id });
  }
  return { screens, close: () => browser.close() };
}

async function openScreen(browser: Browser, place: BenchPlace, driver: Driver): Promise<Page> {
  const context = await browser.newContext({
    baseURL: place.server.url,
    viewport: PHONE,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const expires_at = Math.floor(Date.now() / 1000) + 3_000;
  const user = { id: driver.user_id, email: `${driver.user_id}@crowd.example` };
  const session = {
    ...driver,
    refresh_token: 'none',
    token_type: 'bearer',
    expires_in: 3_000,
    expires_at,
    user,
  };
  await page.goto('/healthz');
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    KEPT.session,
    JSON.stringify(session),
  ] as const);
  await page.addInitScript(noteWhatIsPainted);
  const live = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/changes');
  await page.goto(STOPS);
  await page.getByRole('article').first().waitFor();
  await live;
  return page;
}

/** Runs in the page: notes when each order was first painted, by the accessible name of its row. No function in it may have a name, which the bench's own build would keep by a helper. */
function noteWhatIsPainted(): void {
  const painted: Record<string, number> = {};
  Object.assign(window, { painted });
  new MutationObserver(() => {
    for (const row of document.querySelectorAll('article')) {
      const name = row.getAttribute('aria-label') ?? '';
      if (name in painted) continue;
      painted[name] = Number.POSITIVE_INFINITY;
      // The frame that shows it is painted before the next one begins.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          painted[name] = performance.timeOrigin + performance.now();
        }),
      );
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

/** Orders are given to these drivers, one after another, as the command line does. Answers from commit to paint, in ms. */
export async function paintTimes(
  place: BenchPlace,
  screens: readonly Screen[],
  { each, every_ms }: { each: number; every_ms: number },
): Promise<number[]> {
  const owner = databaseOf(place.pools.owner, { onNews: tellServers(place.pools.owner) });
  const given: { screen: Screen; order_id: string; name: string }[] = [];
  for (let at = 0; at < each; at += 1) {
    for (const screen of screens) {
      const { shop_id, driver } = screen;
      const { id, order_number } = await addOrder(
        place.owner,
        { shop_id },
        { driver_id: null },
        { status: 'packed', minutes_ago: 0 },
      );
      await inTransaction(owner, (tx) =>
        runAs(tx, { ...SERVER, shop_id }, assignOrder, { order_id: id, driver_id: driver.driver_id }),
      );
      given.push({ screen, order_id: id, name: `Order #${order_number}` });
      await new Promise((done) => setTimeout(done, every_ms));
    }
  }
  // Whoever has not painted it by then is counted as that late.
  await new Promise((done) => setTimeout(done, 3_000));
  const committed = await commitTimes(
    place,
    'subject_id',
    given.map(({ order_id }) => order_id),
  );
  const painted = new Map<Screen, Record<string, number>>();
  for (const screen of screens) {
    painted.set(
      screen,
      await screen.page.evaluate(() => (window as unknown as { painted: Record<string, number> }).painted),
    );
  }
  return given.map(({ screen, order_id, name }) => {
    const at_ms = painted.get(screen)?.[name] ?? Number.POSITIVE_INFINITY;
    return at_ms - (committed.get(order_id) ?? 0);
  });
}
