import { type Browser, chromium } from '@playwright/test';
import { chromiumLaunch } from '../../tests/support/chromium.ts';
import { makeServerDirectory, openOwner, startServerProcess } from '../../tests/support/e2e-server.ts';
import { createE2eShop, type E2eShop } from '../../tests/support/e2e-shop.ts';
import type { Part, Table } from '../part.ts';
import { openBarePage } from './bare-page.ts';
import { openings } from './openings.ts';
import { photos } from './photos.ts';
import { shifts } from './shifts.ts';
import { taps } from './taps.ts';

type Sizes = { rounds: number; orders: number };

export const web: Part<Sizes> = {
  name: 'web',
  about: 'waiting times of a driver on a slow phone, compared with a bare React page of the same build',
  sizes: { full: { rounds: 7, orders: 60 }, quick: { rounds: 1, orders: 3 } },
  measure: async (_bench, sizes) => inBrowser(sizes),
};

async function inBrowser({ rounds, orders }: Sizes): Promise<Table[]> {
  const directory = await makeServerDirectory();
  const server = await startServerProcess({ data_dir: directory.data_dir });
  const { owner, close } = await openOwner(directory.data_dir);
  const bare = await openBarePage();
  const browser = await chromium.launch({ ...chromiumLaunch(), headless: true });
  try {
    const shop = await createE2eShop(owner);
    await addOrders(shop, orders);
    return await measured(browser, { bare_url: bare.url, url: server.url, shop, rounds });
  } finally {
    await browser.close();
    await bare.close();
    await close();
    await server.stop();
    await directory.remove();
  }
}

async function addOrders(shop: E2eShop, orders: number): Promise<void> {
  for (let n = 0; n < orders; n += 1) await shop.addOrder();
}

type Places = { bare_url: string; url: string; shop: E2eShop; rounds: number };

async function measured(browser: Browser, places: Places): Promise<Table[]> {
  const given = { browser, ...places };
  return [await openings(given), await taps(given), await photos(given), await shifts(given)];
}
