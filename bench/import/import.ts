import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import type { Database } from '../../server/platform/database/database.ts';
import { oneRow } from '../../server/platform/database/rows.ts';
import { sql } from '../../server/platform/database/sql.ts';
import { chromiumLaunch } from '../../tests/support/chromium.ts';
import { signIn } from '../../tests/support/e2e-screens.ts';
import { makeServerDirectory, openOwner, startServerProcess } from '../../tests/support/e2e-server.ts';
import { createE2eShop } from '../../tests/support/e2e-shop.ts';
import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { tenths, timed } from '../measure/measure.ts';
import type { Part, Row, Table } from '../part.ts';
import { csvOf, sheetOf } from './order-files.ts';
import { pageProcesses, watchPeaks } from './peaks.ts';

type Sizes = { orders: number };

export const imports: Part<Sizes> = {
  name: 'import',
  about: 'a file of orders read, previewed and imported by the browser, and the same file again',
  sizes: { full: { orders: 50_000 }, quick: { orders: 500 } },
  measure: (_bench, sizes) => importFiles(sizes),
};

/** The limit of each wait, in ms, long enough for a machine under other load. */
const PATIENCE_MS = 900_000;

async function importFiles({ orders }: Sizes): Promise<Table[]> {
  const directory = await makeServerDirectory();
  const files = await makeTemporaryDirectory();
  const server = await startServerProcess({ data_dir: directory.data_dir });
  const { owner, close } = await openOwner(directory.data_dir);
  const browser = await chromium.launch({ ...chromiumLaunch(), headless: true });
  try {
    const shop = await createE2eShop(owner);
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1280, height: 800 },
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.addInitScript(noteStalls);
    await signIn(page, shop.admin);
    await page.goto('/desk/import');
    const processes = { server: async () => [server.pid], page: await pageProcesses(browser) };
    const rows: Row[] = [];
    for (const { file, first, bytes } of [
      { file: 'orders.csv', first: 'C', bytes: csvOf('C', orders) },
      { file: 'orders.xlsx', first: 'X', bytes: sheetOf('X', orders) },
    ]) {
      const path = join(files.path, file);
      await writeFile(path, bytes);
      const before = await watchPeaks(processes)();
      const stopWatching = watchPeaks(processes);
      const once = await importOnce(page, path, orders);
      const peaks = await stopWatching();
      const written = await ordersIn(owner, shop.shop_id, first);
      const again = await previewAgain(page, path, orders);
      rows.push({
        file,
        orders,
        written,
        added_again: (await ordersIn(owner, shop.shop_id, first)) - written,
        ...once,
        again_s: again,
        page_mb: peaks.page,
        page_mb_before: before.page,
        server_mb: peaks.server,
        server_mb_before: before.server,
        longest_stall_ms: await page.evaluate(() => (window as unknown as { stall_ms: number }).stall_ms),
      });
      await page.reload();
    }
    return [
      {
        title: 'A file of orders, imported by the browser',
        keys: ['file'],
        steady: { added_again: 'less', page_mb: 'less', server_mb: 'less' },
        times: {
          open_s: 'less',
          preview_s: 'less',
          import_s: 'less',
          orders_per_s: 'more',
          again_s: 'less',
          longest_stall_ms: 'less',
        },
        rows,
      },
    ];
  } finally {
    await browser.close();
    await close();
    await server.stop();
    await directory.remove();
    await files.remove();
  }
}

/**
 * Runs in the page and records its longest task. It must contain no named function: the benchmark's build
 * would add a helper for the name, which the page lacks.
 */
function noteStalls(): void {
  Object.assign(window, { stall_ms: 0 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      const page_window = window as unknown as { stall_ms: number };
      page_window.stall_ms = Math.max(page_window.stall_ms, duration);
    }
  }).observe({ type: 'longtask' });
}

const counted = (orders: number) => orders.toLocaleString('en');

/** Imports a file until its last order is in the book. Returns the seconds of each step. */
async function importOnce(page: Page, path: string, orders: number): Promise<Record<string, number>> {
  const show = page.getByRole('button', { name: 'Preview the orders' });
  const fresh = page.getByRole('radio', { name: `New ${counted(orders)}`, exact: true });
  const opened = await timed(async () => {
    await page.getByLabel('Order file').setInputFiles(path);
    // The preview of a small file may appear before an intermediate step is seen.
    await show.or(page.getByRole('progressbar')).or(fresh).first().waitFor();
  });
  const previewed = await timed(async () => {
    // The second file has the columns of the first, which the shop remembers.
    if (await show.isVisible()) await show.click();
    await fresh.waitFor();
  });
  const imported = await timed(async () => {
    await page.keyboard.press('Control+Enter');
    await page
      .getByText(`${counted(orders)} orders were added`)
      .first()
      .waitFor();
  });
  const seconds = (ms: number) => tenths(ms / 1_000);
  return {
    open_s: seconds(opened.ms),
    preview_s: seconds(previewed.ms),
    import_s: seconds(imported.ms),
    orders_per_s: Math.round((orders * 1_000) / imported.ms),
  };
}

/** Returns the seconds until the page shows that all orders exist already; nothing can be imported then. */
async function previewAgain(page: Page, path: string, orders: number): Promise<number> {
  await page.getByRole('button', { name: 'Import a file' }).click();
  const { ms } = await timed(async () => {
    await page.getByLabel('Order file').setInputFiles(path);
    await page.getByRole('radio', { name: `Unchanged ${counted(orders)}`, exact: true }).waitFor();
  });
  await page.keyboard.press('Control+Enter');
  await page.getByText('There is nothing new in this file').last().waitFor();
  return tenths(ms / 1_000);
}

async function ordersIn(owner: Database, shop_id: number, first: string): Promise<number> {
  const counting = sql<{ count: number }>`
    select count(*) from orders where shop_id = ${shop_id} and order_number like ${`${first}%`}`;
  return (await oneRow(owner, counting)).count;
}
