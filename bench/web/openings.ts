import type { Browser, BrowserContext } from '@playwright/test';
import { signIn } from '../../tests/support/e2e-screens.ts';
import type { E2eShop } from '../../tests/support/e2e-shop.ts';
import { hundredths, quantiles } from '../measure/measure.ts';
import type { Table } from '../part.ts';
import { newPhone, slowDown, slowPage, usableAfter } from './phone.ts';

type Opened = { browser: Browser; bare_url: string; url: string; shop: E2eShop; rounds: number };

/** Measures in turns how long each page takes to become usable, in ms. */
export async function openings({ browser, bare_url, url, shop, rounds }: Opened): Promise<Table> {
  const known = await newPhone(browser, url);
  await signIn(await known.newPage(), shop.driver);
  const installed = await installedPhone(browser, url, known);
  const opens: Record<string, () => Promise<number>> = {
    'bare page': () => once(browser, bare_url, undefined, '/', 'Sign In'),
    'sign-in': () => once(browser, url, undefined, '/login', 'Sign In'),
    'Next Order': () => once(browser, url, known, '/dashboard/next-order', 'Confirm Delivery'),
    'Next Order again, without network': () => again(installed),
  };
  const took = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [what, open] of Object.entries(opens))
      took.set(what, [...(took.get(what) ?? []), await open()]);
  }
  const median = (what: string) => quantiles(took.get(what) ?? [])(0.5);
  const bare_ms = median('bare page');
  for (const phone of [known, installed]) await phone.close();
  return {
    title: 'Time until usable, compared with the first opening of a bare page of the same build',
    keys: ['opened'],
    steady: { to_bare: 'less' },
    times: { ms: 'less' },
    rows: Object.keys(opens).map((opened) => {
      const ms = median(opened);
      return { opened, to_bare: hundredths(ms / bare_ms), ms };
    }),
  };
}

/** Opens a page in a new browser context without a cache, and returns the ms until it is usable. */
async function once(
  browser: Browser,
  url: string,
  kept: BrowserContext | undefined,
  address: string,
  button: string,
): Promise<number> {
  const phone = await newPhone(browser, url, kept);
  try {
    return await usableAfter(await slowPage(phone), address, button);
  } finally {
    await phone.close();
  }
}

/** Returns a device on which the app was open long enough to work offline. */
async function installedPhone(browser: Browser, url: string, kept: BrowserContext): Promise<BrowserContext> {
  const phone = await newPhone(browser, url, kept);
  const page = await phone.newPage();
  await page.goto('/dashboard/next-order');
  await page.getByRole('button', { name: 'Confirm Delivery' }).waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.close();
  return phone;
}

async function again(phone: BrowserContext): Promise<number> {
  const page = await phone.newPage();
  try {
    // Both calls are needed: the first makes the page's requests fail, the second sets `navigator.onLine` to
    // false.
    await slowDown(await phone.newCDPSession(page), true);
    await phone.setOffline(true);
    return await usableAfter(page, '/dashboard/next-order', 'Confirm Delivery');
  } finally {
    await page.close();
    await phone.setOffline(false);
  }
}
