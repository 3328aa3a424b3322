import type { Page } from '@playwright/test';
import { check, TIERS } from '../support/accessible/checks.ts';
import type { Given, State } from '../support/accessible/walk.ts';
import { WALKS } from '../support/accessible/walks.ts';
import { giveCash } from '../support/e2e-cash.ts';
import { keepSession } from '../support/e2e-session.ts';
import { ARABIC_NAME } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { TABLET } from '../support/e2e-viewports.ts';
import { limitMs } from '../support/time-limits.ts';

/**
 * Every run checks the screens of each walk once. The long tier checks its states, and the screens without a
 * walk, at every size.
 */
for (const walk of WALKS) {
  const is_phone = walk.size.width < TABLET.width;
  test.describe(() => {
    test.use({
      viewport: walk.size,
      isMobile: is_phone,
      hasTouch: is_phone,
      contextOptions: { reducedMotion: 'reduce' },
    });

    test(`every screen of ${walk.name} is accessible`, async ({ page, photo, server, shop }) => {
      if (walk.as) await keepSession(page, shop[walk.as]);
      await addData({ page, photo, server, shop });
      for await (const state of opened(page, walk.screens))
        await test.step(state.what, () => check(page, state, walk, TIERS.screens));
    });

    test(`every screen and state of ${walk.name} is accessible at every size`, { tag: '@screens' }, async ({
      page,
      photo,
      server,
      shop,
    }) => {
      // Some thirty states, each at four sizes.
      test.setTimeout(limitMs(600_000));
      if (walk.as) await keepSession(page, shop[walk.as]);
      const visited = new Set<string>();
      for await (const reached of walk.states({ page, photo, server, shop })) {
        const state = typeof reached === 'string' ? { what: reached } : reached;
        await test.step(state.what, () => check(page, state, walk, TIERS.states));
        visited.add(new URL(page.url()).pathname);
      }
      const left_out = walk.screens.filter((path) => ![...visited].some((one) => isAt(path, one)));
      expect(left_out.filter(isOfRecord), 'screens of one record without a state').toEqual([]);
      for await (const state of opened(page, left_out))
        await test.step(state.what, () => check(page, state, walk, TIERS.states));
    });
  });
}

/** Adds an order and cash, so that screens show something. */
async function addData({ server: { owner }, shop }: Given): Promise<void> {
  const [first_name = '', ...rest] = ARABIC_NAME.split(' ');
  await shop.addOrder({ customer: { first_name, last_name: rest.join(' ') } });
  await giveCash(owner, shop.shop_id, shop.driver, 14_500);
}

/** Opens each screen without reloading the app. Screens of a single record are states of the long tier. */
async function* opened(page: Page, screens: readonly string[]): AsyncGenerator<State> {
  const [first, ...others] = screens.filter((path) => !isOfRecord(path));
  if (first === undefined) return;
  await page.goto(first);
  for (const path of [first, ...others]) {
    await page.evaluate((to) => history.pushState(null, '', to), path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    yield { what: path };
  }
}

const isOfRecord = (path: string) => path.includes(':');

/** Returns true if an address matches the path of a screen, such as `/desk/cash/records/:kind/:id`. */
function isAt(path: string, address: string): boolean {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}(/[^/]+)?$`).test(address);
}
