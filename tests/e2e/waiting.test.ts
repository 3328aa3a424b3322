import { expectAccessibleEverywhere } from '../support/e2e-axe.ts';
import { countsOf } from '../support/e2e-records.ts';
import {
  CONNECTION_LOST_UPLOAD,
  confirmButton,
  dismissToasts,
  documentsLoaded,
  expectToasts,
  fillDelivery,
  openNextOrder,
} from '../support/e2e-screens.ts';
import { ARABIC_NAME } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';

/** Of the page and of its service worker, which sends too. */
const SERVER_CALLS = /\/(api|auth|storage|functions)\/|\/healthz$/;

test('what waits to be sent is told on a page of its own, and sent from there', async ({
  context,
  photo,
  server,
  shop,
  signedIn,
}) => {
  const order = await shop.addOrder();
  const page = await signedIn(shop.driver);
  await page.goto('/dashboard/waiting');
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await expectAccessibleEverywhere(page, 'nothing waits');
  await page.setViewportSize({ width: 390, height: 844 });

  await openNextOrder(page, order.order_number);
  await documentsLoaded(page);
  await fillDelivery(page, photo);
  await context.route(SERVER_CALLS, (route) => route.abort('internetdisconnected'));
  await confirmButton(page).click();
  await expectToasts(page, CONNECTION_LOST_UPLOAD);
  await dismissToasts(page);

  await page.getByRole('link', { name: 'See what waits' }).click();
  const heading = page.getByRole('heading', { level: 2 });
  await expect(heading).toHaveText('Waiting to be sent: 1, AED 145.00');
  await expect(heading).toBeFocused();
  const entry = page.getByRole('article', { name: `Order #${order.order_number}` });
  await expect(entry).toContainText(ARABIC_NAME);
  await expect(entry).toContainText('AED 145.00');
  await expect(entry).toContainText(/just now|1 min ago/);
  await expect(entry).toContainText('The photo is not uploaded yet');
  await expectAccessibleEverywhere(page, 'what waits');
  await page.setViewportSize({ width: 390, height: 844 });

  for (const path of ['profile', 'assigned-orders']) {
    await page.goto(`/dashboard/${path}`);
    const line = page.getByRole('link', { name: 'AED 145.00 waiting to be sent' });
    await line.click();
    await expect(heading).toHaveText('Waiting to be sent: 1, AED 145.00');
  }

  await context.unroute(SERVER_CALLS);
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  const recorded = { status: 'completed', confirmations: 1, movements: 1 };
  expect(await countsOf(server.owner, shop.shop_id, order.id)).toEqual(recorded);
});
