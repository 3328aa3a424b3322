import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from '../../tests/support/chromium.ts';
import { addOrder } from '../../tests/support/test-shop.ts';
import { STORED_KEYS } from '../../web/environment/stored-texts.ts';
import type { BenchPlace, Driver } from '../bench-place.ts';
import type { CrowdShop, Person } from './crowd.ts';

/**
 * A screen that shows an order once it is assigned to a driver. `order`: the attribute or the element of a
 * row that contains the order's name.
 */
type Kind = {
  name: string;
  path: string;
  wide: boolean;
  row: string;
  order: { attribute: string } | { text: string };
  /** The path of the read that returns the orders. */
  read: string;
};

const STOPS: Kind = {
  name: "a driver's stops",
  path: '/dashboard/assigned-orders',
  wide: false,
  row: 'article',
  order: { attribute: 'aria-label' },
  read: '/api/orders/stops',
};
const LIST: Kind = {
  name: "the desk's list",
  path: '/desk?view=to_dispatch',
  wide: true,
  row: '[role=row][data-row]',
  order: { text: 'bdi' },
  read: '/api/desk/orders',
};
const BOARD: Kind = {
  name: 'the driver board',
  path: '/desk/drivers',
  wide: true,
  row: '[data-stop]',
  order: { attribute: 'data-stop' },
  read: '/api/desk/drivers',
};

/** `driver`: assigning an order to this driver makes it appear on the screen. */
export type Screen = { kind: Kind; page: Page; driver: Driver; shop_id: number };

/**
 * Opens screens in a real browser, each of a different shop: one list, one driver board, and drivers' stops.
 */
export async function openScreens(place: BenchPlace, crowd: readonly CrowdShop[], count: number) {
  const browser = await chromium.launch({ ...chromiumLaunch(), headless: true });
  const screens: Screen[] = [];
  for (const [at, { desk, drivers, shop_id }] of crowd.slice(0, count).entries()) {
    const [driver] = drivers;
    const [manager] = desk;
    if (!driver || !manager) throw new Error('a shop lacks desk staff or drivers');
    const kind = at === 0 ? LIST : at === 1 ? BOARD : STOPS;
    // The page has another layout as long as there is no order.
    await addOrder(place.owner, { shop_id }, driver, { status: 'packed' });
    const person = kind.wide ? manager : driver;
    screens.push({ kind, page: await openScreen(browser, place, kind, person), driver, shop_id });
  }
  return { screens, close: () => browser.close() };
}

async function openScreen(browser: Browser, place: BenchPlace, kind: Kind, person: Person): Promise<Page> {
  const context = await browser.newContext({
    baseURL: place.server.url,
    viewport: kind.wide ? { width: 1280, height: 800 } : { width: 390, height: 844 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const expires_at = Math.floor(Date.now() / 1000) + 3_000;
  const user = { id: person.user_id, email: `${person.user_id}@crowd.example` };
  const session = {
    ...person,
    refresh_token: 'none',
    token_type: 'bearer',
    expires_in: 3_000,
    expires_at,
    user,
  };
  await page.goto('/healthz');
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    STORED_KEYS.session,
    JSON.stringify(session),
  ] as const);
  const { row, order, read } = kind;
  await page.addInitScript(noteWhatIsPainted, { row, order, read });
  const live = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/changes');
  await page.goto(kind.path);
  await page.locator(row).first().waitFor();
  await live;
  return page;
}

/**
 * The times, in ms since the epoch, at which an order was painted, its read was sent and the response
 * arrived.
 */
export type PaintRecord = { painted: number; asked: number; answered: number };

/**
 * Runs in the page: records when each order was first painted, by its name. It must contain no named
 * function: the benchmark's build would add a helper for the name, which the page lacks.
 */
function noteWhatIsPainted({ row, order, read }: Pick<Kind, 'row' | 'order' | 'read'>): void {
  const noted: Record<string, PaintRecord> = {};
  Object.assign(window, { noted });
  performance.setResourceTimingBufferSize(5_000);
  new MutationObserver(() => {
    for (const element of document.querySelectorAll(row)) {
      const name =
        'attribute' in order
          ? (element.getAttribute(order.attribute) ?? '')
          : (element.querySelector(order.text)?.textContent ?? '');
      if (name in noted) continue;
      const reads = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const last = reads.filter((entry) => new URL(entry.name).pathname === read).at(-1);
      const of_read = {
        asked: performance.timeOrigin + (last?.startTime ?? 0),
        answered: performance.timeOrigin + (last?.responseEnd ?? 0),
      };
      noted[name] = { painted: Number.POSITIVE_INFINITY, ...of_read };
      // The frame that shows it is painted before the next one begins.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          noted[name] = { painted: performance.timeOrigin + performance.now(), ...of_read };
        }),
      );
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
}
