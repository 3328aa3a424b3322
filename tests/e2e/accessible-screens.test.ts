import { check, TIERS } from '../support/accessible/checks.ts';
import type { Given, State, Walk } from '../support/accessible/walk.ts';
import { WALKS } from '../support/accessible/walks.ts';
import { giveCash } from '../support/e2e-cash.ts';
import { keepSession } from '../support/e2e-session.ts';
import { ARABIC_NAME } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { TABLET } from '../support/e2e-viewports.ts';
import { limitMs } from '../support/time-limits.ts';

/** Each walk lists the screens that every run checks once, and the states that the long tier checks at every size. */
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
      for await (const state of screensOf(walk, { page, photo, server, shop }))
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
      expect(left_out, 'screens without a state').toEqual([]);
    });
  });
}

/** Opens each screen with a little data, without loading the app again. Screens of one record are states of the long tier. */
async function* screensOf(
  { screens }: Walk,
  { page, server: { owner }, shop }: Given,
): AsyncGenerator<State> {
  const [first_name = '', ...rest] = ARABIC_NAME.split(' ');
  await shop.addOrder({ customer: { first_name, last_name: rest.join(' ') } });
  await giveCash(owner, shop.shop_id, shop.driver, 14_500);
  const [first = '/', ...others] = screens.filter((path) => !path.includes(':'));
  await page.goto(first);
  for (const path of [first, ...others]) {
    await page.evaluate((to) => history.pushState(null, '', to), path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    yield { what: path };
  }
}

/** Returns true if an address matches the path of a screen, such as `/desk/cash/records/:kind/:id`. */
function isAt(path: string, address: string): boolean {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}(/[^/]+)?$`).test(address);
}
