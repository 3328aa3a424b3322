import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/e2e-axe.ts';
import { expectNothingSideways } from '../support/e2e-fit.ts';
import {
  choosePhoto,
  confirmButton,
  expectToasts,
  fillDelivery,
  openNextOrder,
  pressAsItLooks,
  shownOrder,
  signIn,
} from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';
import { NARROW, PHONE } from '../support/e2e-viewports.ts';

const MISSING: [string, string] = [
  'Missing Information',
  'Please capture a delivery image, enter customer name, and confirm receipt',
];
const UNPAID: [string, string] = [
  'Payment Confirmation Required',
  'Please confirm that payment has been received',
];
/** What stays in sight with the button: its end on the page once it is scrolled down, and its height, in px. */
async function confirmBar(page: Page): Promise<{ end: number; height: number }> {
  return await confirmButton(page).evaluate((button) => {
    let bar: HTMLElement = button.parentElement as HTMLElement;
    while (getComputedStyle(bar).position !== 'sticky') bar = bar.parentElement as HTMLElement;
    window.scrollTo(0, document.documentElement.scrollHeight);
    const { bottom, height } = bar.getBoundingClientRect();
    return { end: bottom + window.scrollY, height };
  });
}

const fontSize = (text: Locator) =>
  text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));

test('photo, name, payment and confirm fit 1.2 screens, before and after the photo', async ({
  photo,
  shop,
  signedIn,
}) => {
  const order = await shop.addOrder({ due_amount_fils: 14_500 });
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  const before = await confirmBar(page);
  expect(before.end).toBeLessThanOrEqual(1.2 * PHONE.height);
  await choosePhoto(page, photo);
  await expect(page.getByLabel('Retake')).toBeVisible();
  expect((await confirmBar(page)).end).toBeLessThanOrEqual(before.end);
});

test('the order leads with what to do at the door, and an order that is paid shows nothing larger', async ({
  shop,
  signedIn,
}) => {
  const paid = await shop.addOrder({ due_amount_fils: 0 });
  const page = await signedIn(shop.driver);
  await openNextOrder(page, paid.order_number);
  const card = page.getByRole('region', { name: 'Order Details' });
  const headline = card.getByText('Nothing to collect · paid online', { exact: true });
  await expect(headline).toBeVisible();
  await expect(card).toContainText(/Amount\s*AED 99\.00/);
  const sizes = await Promise.all((await card.locator('.amount').all()).map(fontSize));
  expect(Math.max(...sizes)).toBeLessThan(await fontSize(headline));
  for (const name of ['Call', 'Navigate']) {
    const button = await card.getByRole('link', { name }).boundingBox();
    expect(button?.height).toBeGreaterThanOrEqual(48);
    expect(button?.width).toBeGreaterThanOrEqual(300);
  }
});

test('what is missing is marked where it is, in the middle of the screen, one after the other', async ({
  photo,
  shop,
  signedIn,
}) => {
  const order = await shop.addOrder();
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  const steps: [Locator, string, [string, string], () => Promise<unknown>][] = [
    [
      page.getByLabel('Take photo'),
      'Take a photo of what you deliver',
      MISSING,
      () => choosePhoto(page, photo),
    ],
    [
      page.getByLabel('Customer Full Name'),
      'Enter the name of whoever receives it',
      MISSING,
      () => page.getByLabel('Customer Full Name').fill('Layla Haddad'),
    ],
    [
      page.getByLabel('I confirm receipt of the following items'),
      'Confirm that the items were received',
      MISSING,
      () => page.getByLabel('I confirm receipt of the following items').check(),
    ],
    [
      page.getByLabel('Received Payment'),
      'Confirm that you have received the payment',
      UNPAID,
      () => page.getByLabel('Received Payment').check(),
    ],
  ];
  for (const [control, words, toast, cure] of steps) {
    await pressAsItLooks(confirmButton(page));
    await expectToasts(page, toast);
    await expect(control).toBeFocused();
    await expect(control).toHaveAttribute('aria-invalid', 'true');
    await expect(control).toHaveAccessibleDescription(words);
    await expect(page.getByText(words)).toBeInViewport();
    await cure();
    await expect(page.getByText(words)).toHaveCount(0);
    await expectToasts(page);
  }
  await expect(confirmButton(page)).toHaveAttribute('aria-disabled', 'false');
});

test('marks are accessible in light, dark and mirrored, and fit a narrow phone', async ({
  shop,
  signedIn,
}) => {
  const order = await shop.addOrder();
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  await pressAsItLooks(confirmButton(page));
  await expect(page.getByText('Take a photo of what you deliver')).toBeVisible();
  await expectAccessible(page, 'marked', [PHONE]);
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await expectAccessible(page, 'marked and mirrored', [PHONE]);
  await page.setViewportSize(NARROW);
  await expectNothingSideways(page, 'marked, 360 px');
});

test('the confirm bar takes at most a quarter of a narrow screen at twice the text', async ({
  photo,
  shop,
  signedIn,
}) => {
  const order = await shop.addOrder({ due_amount_fils: 125_050 });
  const page = await signedIn(shop.driver);
  await page.setViewportSize(NARROW);
  await openNextOrder(page, order.order_number);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  for (const fill of [false, true]) {
    if (fill) await fillDelivery(page, photo);
    expect((await confirmBar(page)).height).toBeLessThanOrEqual(NARROW.height / 4);
  }
});

test('a delivered moment after each delivery, the end of the day after the last, and few taps on the way', async ({
  page,
  photo,
  shop,
}) => {
  const [first, second] = [
    await shop.addOrder({ due_amount_fils: 14_500, minutes_ago: 90 }),
    await shop.addOrder({ due_amount_fils: 3_390, minutes_ago: 50 }),
  ];
  // Counts what the driver's thumb does, the name aside, and what the phone does in his hand.
  await page.addInitScript(() => {
    const felt: number[] = [];
    Object.assign(window, { felt });
    navigator.vibrate = (ms) => felt.push(Number(ms)) > 0;
  });
  await signIn(page, shop.driver);
  let taps = 0;
  const tap = async (control: Locator) => {
    taps += 1;
    await control.tap();
  };
  const deliver = async () => {
    const chooser = page.waitForEvent('filechooser');
    await tap(page.getByLabel('Take photo'));
    await (await chooser).setFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: photo });
    await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
    await page.getByLabel('Customer Full Name').fill('Layla Haddad');
    await tap(page.getByLabel('I confirm receipt of the following items'));
    await tap(page.getByLabel('Received Payment'));
    await tap(confirmButton(page));
  };
  await tap(page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: 'Next Order' }));
  await expect(shownOrder(page, first.order_number)).toBeVisible();
  await deliver();
  expect(taps).toBeLessThanOrEqual(6);
  await expect(shownOrder(page, second.order_number)).toBeVisible();
  await expect(page.getByText('1 of 2 · AED 145.00 on hand')).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'felt'))).toEqual([60]);
  await expectAccessible(page, 'delivered', [PHONE]);

  taps = 0;
  await deliver();
  expect(taps).toBeLessThanOrEqual(4);
  await expect(page.getByText('All delivered. Hand over AED 178.90', { exact: true })).toBeVisible();
  await expect(page.getByText('No Orders Available')).toBeVisible();
  await expect(page.getByText('waiting to be sent')).toHaveCount(0);
  await expectAccessible(page, 'all delivered', [PHONE]);
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await expectAccessible(page, 'all delivered, mirrored', [PHONE]);
});
