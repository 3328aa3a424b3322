import { type Browser, chromium, type Page } from '@playwright/test';
import { type Database, runTransaction } from '../../server/platform/database/database.ts';
import { chromiumLaunch } from '../../tests/support/chromium.ts';
import { signIn } from '../../tests/support/e2e-screens.ts';
import { makeServerDirectory, openOwner, startServerProcess } from '../../tests/support/e2e-server.ts';
import { createE2eShop, type E2eShop, type Person } from '../../tests/support/e2e-shop.ts';
import { addStaff } from '../../tests/support/operations.ts';
import { quantiles } from '../measure/measure.ts';
import type { Part, Table } from '../part.ts';
import { paintedAfter } from './painted-after.ts';

type Sizes = { rounds: number; orders: number; drivers: number };

export const desk: Part<Sizes> = {
  name: 'desk',
  about: 'time from each key of a dispatcher to its paint, with a full list and a full driver board',
  sizes: {
    full: { rounds: 20, orders: 300, drivers: 40 },
    quick: { rounds: 1, orders: 5, drivers: 2 },
  },
  measure: async (_bench, sizes) => withDesk(sizes),
};

/** The keys pressed in turn; each dialog is closed by the next key. */
const KEYS = [
  'j',
  'j',
  'x',
  'j',
  'Shift+x',
  'k',
  'PageDown',
  'End',
  'Home',
  'a',
  'd',
  'Escape',
  's',
  'Escape',
  'Escape',
];
const VIEWS = ['8', '1'];
/** Keys at the driver board: they move between stops, and move a stop. */
const BOARD_KEYS = [
  'ArrowDown',
  'ArrowRight',
  'Alt+ArrowDown',
  'Alt+ArrowRight',
  'Alt+ArrowLeft',
  'Alt+ArrowUp',
  'm',
  'Escape',
];

async function withDesk({ rounds, orders, drivers }: Sizes): Promise<Table[]> {
  const directory = await makeServerDirectory();
  const server = await startServerProcess({ data_dir: directory.data_dir });
  const { owner, close } = await openOwner(directory.data_dir);
  const browser = await chromium.launch({ ...chromiumLaunch(), headless: true });
  try {
    const shop = await createE2eShop(owner);
    const people = await fill(owner, shop, { orders, drivers });
    const given = { url: server.url, shop, rounds, orders };
    const at_list = await keysAtList(browser, given);
    for (let n = 0; n < orders; n += 1) {
      const driver = people[n % people.length];
      if (driver) await shop.addOrder({ driver, status: 'dispatching' });
    }
    return [at_list, await keysAtBoard(browser, given)];
  } finally {
    await browser.close();
    await close();
    await server.stop();
    await directory.remove();
  }
}

/** Returns the drivers. */
async function fill(
  owner: Database,
  shop: E2eShop,
  { orders, drivers }: Omit<Sizes, 'rounds'>,
): Promise<Person[]> {
  const people = [shop.driver, shop.driver2];
  for (let n = 2; n < drivers; n += 1) {
    const email = `driver${n}@bench${shop.shop_id}.example.com`;
    const person = {
      shop_id: shop.shop_id,
      email,
      full_name: `Driver ${n}`,
      password: 'correct horse battery',
    };
    const added = await runTransaction(owner, (tx) => addStaff(tx, { ...person, role: 'Driver' }));
    people.push({ ...person, ...added });
  }
  // The admin is not a driver, so these orders have no driver.
  for (let n = 0; n < orders; n += 1) await shop.addOrder({ driver: shop.admin, status: 'packed' });
  return people;
}

type Given = { url: string; shop: E2eShop; rounds: number; orders: number };

async function keysAtList(browser: Browser, { url, shop, rounds, orders }: Given): Promise<Table> {
  const { page, close } = await openDesk(browser, url, shop);
  await openList(page, orders);
  const took_ms = await keys(page, [...KEYS, ...VIEWS], rounds);
  await close();
  return tableOf('From a key at the desk to its paint', took_ms);
}

async function keysAtBoard(browser: Browser, { url, shop, rounds }: Given): Promise<Table> {
  const { page, close } = await openDesk(browser, url, shop);
  await page.goto('/desk/drivers');
  await page.locator('[data-stop] a').first().focus();
  const took_ms = await keys(page, BOARD_KEYS, rounds);
  await close();
  return tableOf('From a key at the driver board to its paint', took_ms);
}

async function openDesk(browser: Browser, url: string, shop: E2eShop) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signIn(page, shop.manager);
  return { page, close: () => context.close() };
}

/** Measures each key from the press to the next paint, by the browser's event timing. */
async function keys(
  page: Page,
  pressed: readonly string[],
  rounds: number,
): Promise<Record<string, number[]>> {
  const took_ms: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const key of pressed) {
      const ms = await paintedAfter(page, () => page.keyboard.press(key));
      took_ms[key] = [...(took_ms[key] ?? []), ms];
    }
  }
  return took_ms;
}

function tableOf(title: string, took_ms: Record<string, number[]>): Table {
  return {
    title,
    keys: ['key'],
    steady: {},
    times: { p50_ms: 'less', p95_ms: 'less', worst_ms: 'less' },
    rows: Object.entries({ ...took_ms, every: Object.values(took_ms).flat() }).map(([key, all]) => {
      const at = quantiles(all);
      return { key, presses: all.length, p50_ms: at(0.5), p95_ms: at(0.95), worst_ms: at(1) };
    }),
  };
}

/** Opens the list and scrolls to its end, so that all of its pages are loaded. */
async function openList(page: Page, orders: number): Promise<void> {
  await page.goto('/desk?view=unassigned');
  const grid = page.getByRole('grid');
  await grid.waitFor();
  while ((await grid.getAttribute('aria-rowcount')) !== `${orders + 1}`) {
    await page.keyboard.press('j');
    await page.keyboard.press('End');
  }
  await page.keyboard.press('Home');
}
