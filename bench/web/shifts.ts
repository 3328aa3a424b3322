import type { Browser, Locator, Page } from '@playwright/test';
import { makePhoto } from '../../tests/support/e2e-photo.ts';
import { signIn } from '../../tests/support/e2e-screens.ts';
import type { E2eShop } from '../../tests/support/e2e-shop.ts';
import type { Table } from '../part.ts';
import { newPhone, slowPage } from './phone.ts';

type Shifts = { browser: Browser; url: string; shop: E2eShop };

/**
 * An element that each screen shows after its last read. The network never idles: the change stream stays
 * open.
 */
const SCREENS: Record<string, (page: Page) => Locator> = {
  '/login': (page) => page.getByRole('button', { name: 'Sign In' }),
  '/dashboard/next-order': (page) => page.getByRole('button', { name: 'Confirm Delivery' }),
  '/dashboard/assigned-orders': (page) => page.getByRole('article').first(),
  '/dashboard/profile': (page) => page.getByRole('region', { name: 'Cash Management' }),
};

/** Measures the layout shift score of each screen while it loads on a slow device, and during a delivery. */
export async function shifts({ browser, url, shop }: Shifts): Promise<Table> {
  const known = await newPhone(browser, url);
  await signIn(await known.newPage(), shop.driver);
  const rows = [];
  for (const [address, shown] of Object.entries(SCREENS)) {
    const phone = await newPhone(browser, url, address === '/login' ? undefined : known);
    const page = await slowPage(phone);
    await watchShifts(page);
    await page.goto(address);
    await shown(page).waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    rows.push({ screen: address, during: 'load', shift: await shiftOf(page) });
    if (address === '/dashboard/next-order') {
      rows.push({
        screen: address,
        during: 'delivery',
        shift: await deliver(page, await makePhoto(browser)),
      });
    }
    await phone.close();
  }
  await known.close();
  return {
    title: 'Layout shifts',
    keys: ['screen', 'during'],
    steady: { shift: 'less' },
    times: {},
    rows,
  };
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown = { shift: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) shown.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shown });
  });
}

async function shiftOf(page: Page): Promise<number> {
  const shift = await page.evaluate(() => (window as unknown as { shown: { shift: number } }).shown.shift);
  return Math.round(shift * 10_000) / 10_000;
}

/** Delivers the order; returns the layout shift from the first entry until the next order is shown. */
async function deliver(page: Page, photo: Buffer): Promise<number> {
  const before = await shiftOf(page);
  await page.locator('input[type=file]').first().setInputFiles({
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: photo,
  });
  await page.getByAltText('Delivered goods').waitFor();
  await page.getByLabel('Customer Full Name').fill('Bench Customer');
  for (const box of await page.getByRole('checkbox').all()) if (await box.isEnabled()) await box.check();
  await page.getByRole('button', { name: 'Confirm Delivery' }).click();
  await page.getByText('Delivery Confirmed').first().waitFor();
  await page.getByRole('button', { name: 'Confirm Delivery' }).waitFor();
  return Math.round(((await shiftOf(page)) - before) * 10_000) / 10_000;
}
