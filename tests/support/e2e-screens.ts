import { expect, type Locator, type Page } from '@playwright/test';
import { ARABIC_NAME, PASSWORD, type Person } from './e2e-shop.ts';

/** Signs in through the form. */
export async function signIn(
  page: Page,
  { email }: Pick<Person, 'email'>,
  password = PASSWORD,
): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, email, password);
  await page.waitForURL('**/dashboard/profile');
}

export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByPlaceholder('Enter your email').fill(email);
  await page.getByPlaceholder('Enter your password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

export type Toast = { title: string; description: string };

/** Returns the toasts on the page, in the order of their appearance. */
export async function toastsOn(page: Page): Promise<Toast[]> {
  return await page.locator('[data-toast]').evaluateAll((toasts) =>
    toasts.map((toast) => ({
      title: toast.querySelector('[data-title]')?.textContent ?? '',
      description: toast.querySelector('[data-description]')?.textContent ?? '',
    })),
  );
}

/** Waits until the page shows exactly these toasts, oldest first; each a title, or title and description. */
export async function expectToasts(page: Page, ...expected: (string | [string, string])[]): Promise<void> {
  const wanted = expected.map((toast) =>
    typeof toast === 'string'
      ? { title: toast, description: '' }
      : { title: toast[0], description: toast[1] },
  );
  await expect.poll(() => toastsOn(page)).toEqual(wanted);
}

/** Waits until no overlay is open and its history entry is removed: only then may a test navigate. */
export async function untilNoOverlay(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => history.state?.mandoob_over_page ?? null)).toBeNull();
}

/** Dismisses every toast, also those that appear meanwhile. */
export async function dismissToasts(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: /^Dismiss: / });
  const left = async () => {
    await pressAllPresent(dismiss);
    return await dismiss.count();
  };
  await expect.poll(left).toBe(0);
}

/** Presses every such button on the page, without waiting for one: each may disappear at any time. */
export async function pressAllPresent(buttons: Locator): Promise<void> {
  await buttons.evaluateAll((there) => {
    for (const button of there) (button as HTMLElement).click();
  });
}

/**
 * Presses these buttons concurrently, each on its own page. All are resolved before the first press, whose
 * outcome may correctly remove another button: pressing a removed one has no effect, and nothing waits for
 * it.
 */
export async function pressAtOnce(buttons: readonly Locator[]): Promise<void> {
  const resolved = await Promise.all(buttons.map((button) => button.elementHandle()));
  await Promise.all(
    resolved.map((button) => button?.evaluate((element) => (element as HTMLElement).click())),
  );
}

/** Presses Send now, unless the app's automatic retry was faster. */
export async function sendNow(page: Page): Promise<void> {
  await pressAllPresent(page.getByRole('button', { name: 'Send now' }));
}

export async function openNextOrder(page: Page, order_number: string): Promise<void> {
  await page.goto('/dashboard/next-order');
  await expect(shownOrder(page, order_number)).toBeVisible();
}

/** The order number in the details of the order on the page. */
export function shownOrder(page: Page, order_number: string) {
  return page.getByRole('region', { name: 'Order Details' }).getByText(`#${order_number}`, { exact: true });
}

export const confirmButton = (page: Page) => page.getByRole('button', { name: /^Confirm(ing)? Delivery/ });

/**
 * Presses a button that looks disabled but accepts presses: Playwright would wait for it to become enabled.
 * The pointer must reach it, but the keyboard presses it: a forced click may hit another element if the
 * layout changes, as it does soon after a text field loses the focus.
 */
export async function pressDespiteDisabledLook(button: Locator): Promise<void> {
  await button.hover();
  await button.press('Enter');
}

export async function choosePhoto(page: Page, photo: Buffer): Promise<void> {
  await page
    .getByLabel('Choose file')
    .setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
}

/** Fills in photo, customer's name, receipt and, if an amount is due, the payment. */
export async function fillDelivery(
  page: Page,
  photo: Buffer,
  { customer_name = ARABIC_NAME, pay = true }: { customer_name?: string; pay?: boolean } = {},
): Promise<void> {
  await choosePhoto(page, photo);
  await page.getByLabel('Customer Full Name').fill(customer_name);
  await page.getByLabel('I confirm receipt of the following items').check();
  if (pay) await page.getByLabel('Received Payment').check();
}

/** Waits until the device can make a delivery note: from then on a lost signal does not matter. */
export async function documentsLoaded(page: Page): Promise<void> {
  const loaded = () =>
    page.evaluate(() => {
      const names = performance.getEntriesByType('resource').map(({ name }) => name);
      return names.some((name) => /jspdf.*\.js$/.test(name));
    });
  await expect.poll(loaded).toBe(true);
}

const SERVER_CALLS = /\/(api|auth|storage|functions)\/|\/healthz$/;

/** Blocks all API requests of this page until the returned function is called. The app itself still loads. */
export async function cutOff(page: Page): Promise<() => Promise<void>> {
  await page.route(SERVER_CALLS, (route) => route.abort('internetdisconnected'));
  return () => page.unroute(SERVER_CALLS);
}

export const CONNECTION_LOST_UPLOAD: [string, string] = [
  'Error',
  'Failed to upload delivery image. Please check your internet connection and try again.',
];
/** The message at the top while deliveries are waiting for the connection. */
export const SAVED_OFFLINE = 'Saved on this device. It will be sent when the connection is back.';
export const DELIVERED: [string, string] = [
  'Delivery Confirmed',
  'Order has been successfully delivered and confirmed',
];

/** The profile's card with a driver's cash on hand and deliveries. */
export function cashCard(page: Page) {
  return page.getByRole('region', { name: 'Cash Management' });
}
