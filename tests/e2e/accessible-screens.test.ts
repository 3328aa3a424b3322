import { check, TIERS } from '../support/accessible/checks.ts';
import { WALKS } from '../support/accessible/walks.ts';
import { keepSession } from '../support/e2e-session.ts';
import { expect, test } from '../support/e2e-test.ts';
import { TABLET } from '../support/e2e-viewports.ts';
import { limitMs } from '../support/time-limits.ts';

/** Each walk is one table of states for both tiers; how a state is checked depends on the tier alone. */
for (const walk of WALKS) {
  const is_phone = walk.size.width < TABLET.width;
  test.describe(() => {
    test.use({
      viewport: walk.size,
      isMobile: is_phone,
      hasTouch: is_phone,
      contextOptions: { reducedMotion: 'reduce' },
    });
    for (const [at, tier] of Object.entries(TIERS))
      test(`every screen and state of ${walk.name} is accessible ${at}`, { tag: tier.tag ?? [] }, async ({
        page,
        photo,
        server,
        shop,
      }) => {
        // Some thirty states, each at one size or at four.
        test.setTimeout(limitMs(tier.tag ? 600_000 : 120_000));
        if (walk.as) await keepSession(page, shop[walk.as]);
        const visited = new Set<string>();
        for await (const reached of walk.states({ page, photo, server, shop })) {
          const state = typeof reached === 'string' ? { what: reached } : reached;
          await test.step(state.what, () => check(page, state, walk, tier));
          visited.add(new URL(page.url()).pathname);
        }
        const left_out = walk.screens.filter((path) => ![...visited].some((one) => isAt(path, one)));
        expect(left_out, 'screens without a state').toEqual([]);
      });
  });
}

/** Whether an address is that of a screen's path, as `/desk/cash/records/:kind/:id`. */
function isAt(path: string, address: string): boolean {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}(/[^/]+)?$`).test(address);
}
