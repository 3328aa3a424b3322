import type { BrowserContext, Page } from '@playwright/test';
import { countsOf } from '../support/e2e-records.ts';
import {
  confirmButton,
  documentsLoaded,
  fillDelivery,
  openNextOrder,
  SAVED_OFFLINE,
  shownOrder,
} from '../support/e2e-screens.ts';
import { expect, test, UNTIL_RESENT } from '../support/e2e-test.ts';
import { limitMs } from '../support/time-limits.ts';

const SERVER_CALLS = /\/(api|auth|storage|functions)\/|\/healthz$/;
/**
 * Every text about the connection or the age of figures: "No connection…", "As of 14:05…", "Live updates
 * paused…".
 */
const MENTIONS = /No connection|[Aa]s of \d\d:\d\d|Live updates paused|out of date|Newer figures/;

/** Two ways to be offline: the browser reports it, or no request gets a response. */
const LOSSES: Record<string, (context: BrowserContext) => Promise<() => Promise<void>>> = {
  async 'the browser reports it'(context) {
    await context.setOffline(true);
    return () => context.setOffline(false);
  },
  async 'no request gets a response'(context) {
    await context.route(SERVER_CALLS, (route) => route.abort('internetdisconnected'));
    return () => context.unroute(SERVER_CALLS);
  },
};

/** The driver's screens, each with a text that it shows once it has its figures. */
const SCREENS = {
  'Assigned Orders': 'to collect',
  Profile: 'Pending Deliveries',
  'Next Order': 'Confirm Delivery',
};

type Watched = { red: string[]; stacked: string[] };

/**
 * Collects red toasts and texts, and more than one line about the connection, from now on and after reloads.
 */
async function watch(page: Page): Promise<() => Promise<Watched>> {
  const begin = (pattern: string) => {
    const seen: Watched = { red: [], stacked: [] };
    Object.assign(window, { seen });
    const mentions = new RegExp(pattern);
    const note = (list: string[], text: string) => void (list.includes(text) || list.push(text));
    const inspect = () => {
      const danger = getComputedStyle(document.documentElement).getPropertyValue('--color-danger');
      const probe = document.createElement('span');
      probe.style.color = danger;
      document.body.append(probe);
      const red = getComputedStyle(probe).color;
      probe.remove();
      const lines: string[] = [];
      for (const element of document.querySelectorAll<HTMLElement>(
        'main *, [role=status] *, [data-toast], [data-toast] *',
      )) {
        const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        const text = own
          .map(({ textContent }) => textContent)
          .join('')
          .trim();
        if (text === '' || !element.checkVisibility()) continue;
        if (mentions.test(text)) lines.push(text);
        if (getComputedStyle(element).color === red) note(seen.red, text);
      }
      for (const toast of document.querySelectorAll('[data-toast=error]'))
        note(seen.red, toast.textContent ?? '');
      if (lines.length > 1) note(seen.stacked, lines.join(' | '));
      requestAnimationFrame(inspect);
    };
    requestAnimationFrame(inspect);
  };
  await page.addInitScript(
    `addEventListener('DOMContentLoaded', () => (${begin.toString()})(${JSON.stringify(MENTIONS.source)}))`,
  );
  await page.evaluate(begin, MENTIONS.source);
  return () => page.evaluate(() => (window as unknown as { seen: Watched }).seen);
}

/** Opens a screen from the menu, because without a network no new page can be loaded. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}

for (const [how, lose] of Object.entries(LOSSES)) {
  test(`an offline day while ${how} shows one line and nothing red, and no message after the connection is back`, async ({
    context,
    photo,
    server,
    shop,
    signedIn,
  }) => {
    const orders = [
      await shop.addOrder({ minutes_ago: 30 }),
      await shop.addOrder({ minutes_ago: 20 }),
      await shop.addOrder({ minutes_ago: 10 }),
    ];
    const page = await signedIn(shop.driver);
    await openNextOrder(page, orders[0]?.order_number ?? '');
    await documentsLoaded(page);
    // Loads the code and the data of each screen.
    for (const [name, figures] of Object.entries(SCREENS)) {
      await goTo(page, name);
      await expect(page.getByText(figures).first()).toBeVisible();
    }
    const watched = await watch(page);

    const restore = await lose(context);
    for (const { order_number } of orders.slice(0, 2)) {
      await expect(shownOrder(page, order_number)).toBeVisible();
      await fillDelivery(page, photo);
      await confirmButton(page).click();
      await expect(shownOrder(page, order_number)).toHaveCount(0);
      await expect(page.getByText(SAVED_OFFLINE)).toBeVisible();
    }
    await expect(page.getByText(/AED\s290\.00 waiting to be sent\.$/)).toBeVisible();
    for (const name of Object.keys(SCREENS)) {
      await goTo(page, name);
      await expect(page.getByText(SAVED_OFFLINE)).toBeVisible();
      await expect(page.getByText(/^No connection\. Figures as of \d\d:\d\d\./)).toHaveCount(1);
    }
    expect(await watched()).toEqual({ red: [], stacked: [] });

    const fresh = page.waitForResponse(
      (response) => response.url().endsWith('/api/orders/stops') && response.ok(),
    );
    await restore();
    await fresh;
    for (const mention of [MENTIONS, SAVED_OFFLINE])
      await expect(page.getByText(mention)).toHaveCount(0, { timeout: limitMs(2_000) });
    for (const { id } of orders.slice(0, 2)) {
      const recorded = { status: 'completed', confirmations: 1, movements: 1 };
      await expect.poll(() => countsOf(server.owner, shop.shop_id, id), UNTIL_RESENT).toEqual(recorded);
    }
    await expect(page.getByText(/waiting to be sent|still being sent/)).toHaveCount(0);
    expect(await watched()).toEqual({ red: [], stacked: [] });
  });
}
