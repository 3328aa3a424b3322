import { type BrowserContext, test as base, type Page } from '@playwright/test';
import type { Database } from '../../server/platform/database/database.ts';
import { makePhoto } from './e2e-photo.ts';
import {
  makeMigratedDirectory,
  makeServerDirectory,
  openOwner,
  type ServerProcess,
  startServerProcess,
} from './e2e-server.ts';
import { keepSession } from './e2e-session.ts';
import { createE2eShop, type E2eShop, type Person } from './e2e-shop.ts';
import { PHONE } from './e2e-viewports.ts';
import { limitMs } from './time-limits.ts';

export { expect } from '@playwright/test';

/** The sender's pauses between retries grow to 15 s, so a retried command may take this long. */
export const UNTIL_RESENT = { timeout: limitMs(30_000) };

type WorkerFixtures = {
  /** The real server on its own data directory, shared by all tests of this worker, and its owner pool. */
  server: ServerProcess & { owner: Database };
  /** A photo like a phone camera's: 3000 x 2000, rotated by its orientation, with a location in it. */
  photo: Buffer;
};

/** Starts further servers, one after another, on a data directory of this test. */
export type OwnServers = {
  data_dir: string;
  start(options?: {
    product?: string;
    program?: string;
    args?: string[];
    env?: Record<string, string>;
  }): Promise<ServerProcess>;
};

type TestOptions = {
  /** True for tests of a first start: `ownServers` begins without a data directory. */
  startsEmpty: boolean;
};

type TestFixtures = {
  ownServers: OwnServers;
  /** A new shop for this test. */
  shop: E2eShop;
  /** The test's page, in whose browser this user signed in earlier. No page of the app is open on it yet. */
  signedIn: (person: Person) => Promise<Page>;
  /** Like `signedIn`, on another phone. */
  otherPhone: (person: Person) => Promise<Page>;
};

/** The base of all end-to-end tests: a real server, a new shop, and a phone. */
export const test = base.extend<TestOptions & TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const directory = await makeMigratedDirectory();
      try {
        const server = await startServerProcess({ data_dir: directory.data_dir });
        const { owner, close } = await openOwner(directory.data_dir);
        try {
          await use({ ...server, owner });
        } finally {
          await close();
          await server.stop();
        }
      } finally {
        await directory.remove();
      }
    },
    { scope: 'worker', timeout: limitMs(90_000) },
  ],
  photo: [async ({ browser }, use) => use(await makePhoto(browser)), { scope: 'worker' }],
  baseURL: ({ server }, use) => use(server.url),
  viewport: PHONE,
  hasTouch: true,
  isMobile: true,
  // Routes of a page do not intercept a service worker's requests. Tests of the worker allow it.
  serviceWorkers: 'block',
  shop: async ({ server }, use) => use(await createE2eShop(server.owner)),
  startsEmpty: [false, { option: true }],
  ownServers: async ({ startsEmpty }, use) => {
    const { data_dir, remove } = await (startsEmpty ? makeServerDirectory() : makeMigratedDirectory());
    const started: ServerProcess[] = [];
    await use({
      data_dir,
      async start(options) {
        const server = await startServerProcess({ data_dir, ...options });
        started.push(server);
        return server;
      },
    });
    // Runs after a failure or timeout too. Servers that the test has already stopped are left as they are.
    for (const server of started) await server.kill();
    await remove();
  },
  signedIn: async ({ page }, use) => {
    await use(async (person) => {
      await keepSession(page, person);
      return page;
    });
  },
  otherPhone: async ({ browser, baseURL, viewport, hasTouch, isMobile }, use) => {
    const phones: BrowserContext[] = [];
    await use(async (person) => {
      const phone = await browser.newContext({
        ...(baseURL ? { baseURL } : {}),
        viewport,
        hasTouch,
        isMobile,
      });
      phones.push(phone);
      const page = await phone.newPage();
      await keepSession(page, person);
      return page;
    });
    for (const phone of phones) await phone.close();
  },
});
