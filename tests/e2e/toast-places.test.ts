import type { Page } from '@playwright/test';
import { addMachine } from '../support/accessible/seeds.ts';
import {
  addPerson,
  confirmCollection,
  drawSignature,
  giveCash,
  openCashHandovers,
} from '../support/e2e-cash.ts';
import { refuseWrites } from '../support/e2e-faults.ts';
import { untilStill } from '../support/e2e-fit.ts';
import { completeButton, fillHandover, openHandover } from '../support/e2e-handovers.ts';
import {
  dismissToasts,
  nothingOverPage,
  openNextOrder,
  pressAsItLooks,
  signIn,
  toastsOn,
} from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import type { E2eShop } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { coveredByToasts, expectNothingUnderneath, notWhole } from '../support/e2e-toasts.ts';
import { DESKTOP, NARROW, PHONE, type Viewport } from '../support/e2e-viewports.ts';

const SMALL = { width: 360, height: 640 };
const SIZES = [PHONE, SMALL, DESKTOP];

/** In every run accessible-screens checks at one size that the toasts of the states that it reaches cover nothing. */
const LONG = { tag: '@screens' };

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main pages' });
const isPhone = ({ width }: Viewport) => width < 768;

/** Opens a page of the menu without loading the app anew: what was said stays. */
async function goTo(page: Page, title: string): Promise<void> {
  const menu = isPhone(page.viewportSize() ?? PHONE) ? bar(page) : page.getByRole('navigation');
  await menu.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
}

test(
  'on no screen of a manager do toasts lie over menu, bar, buttons or amounts',
  LONG,
  async ({ page, shop }) => {
    for (let at = 0; at < 3; at += 1) await shop.addOrder({ driver: shop.manager, minutes_ago: at });
    await signIn(page, shop.manager);
    await page.route('**/api/profile/statistics', (route) => route.abort());
    await page.route('**/api/orders/stops', (route) => route.abort());
    await page.route('**/api/cash/outstanding', (route) => route.abort());
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.goto('/dashboard/profile');
      await expect.poll(async () => (await toastsOn(page)).length).toBe(1);
      for (const title of ['Assigned Orders', 'Next Order', 'Cash Handovers', 'Bank Deposits', 'Profile']) {
        await goTo(page, title);
        // The stops are read by two of them: that they could not be is said once, in the words of the newer.
        const said = /Order/.test(title) ? 2 : 3;
        await expect.poll(async () => (await toastsOn(page)).length).toBe(said);
        expect(await coveredByToasts(page), `${title}, ${size.width} px`).toEqual([]);
      }
      const column = isPhone(size) ? size.width : size.width - 256;
      await expectNothingUnderneath(page, isPhone(size) ? bar(page) : null, column);
      if (isPhone(size)) await expect(page.getByText('1 of 3')).toBeVisible();
      else await expect(page.getByRole('button', { name: /^Dismiss: / })).toHaveCount(3);
    }
  },
);

async function coversConfirm(page: Page): Promise<boolean> {
  const [button, zone] = await Promise.all(
    [page.getByRole('button', { name: 'Confirm Delivery' }), page.locator('[data-toaster]')].map((part) =>
      part.boundingBox(),
    ),
  );
  return !button || !zone || button.y + button.height > zone.y;
}

/** The toast of a refused confirmation is between header and button; on a phone the button stays where it is, as large as a thumb needs. */
async function expectAboveConfirm(page: Page, size: Viewport): Promise<void> {
  const confirm = page.getByRole('button', { name: 'Confirm Delivery' });
  await confirm.scrollIntoViewIfNeeded();
  const before = await confirm.boundingBox();
  await pressAsItLooks(confirm);
  const toast = page.locator('[data-toast]');
  await expect(toast).toHaveCount(1);
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await coveredByToasts(page), `${size.width} px`).toEqual([]);
  if (!isPhone(size)) {
    // There the button is part of the page, which makes room for both.
    await confirm.evaluate((button) => button.scrollIntoView({ block: 'nearest' }));
    expect(await coversConfirm(page)).toBe(false);
    return;
  }
  const [after, said, header] = await Promise.all(
    [confirm, toast, page.getByRole('banner')].map((part) => part.boundingBox()),
  );
  if (!before || !after || !said || !header) throw new Error('not all of them are shown');
  expect(Math.abs(after.y - before.y)).toBeLessThan(2);
  expect(after.height).toBeGreaterThanOrEqual(48);
  expect(after.y + after.height).toBeLessThanOrEqual(size.height);
  expect(said.y).toBeGreaterThanOrEqual(header.y + header.height);
  expect(said.y + said.height).toBeLessThan(after.y);
}

for (const { at, sizes, tag } of [
  { at: 'on a narrow phone', sizes: [NARROW], tag: [] },
  { at: 'at every size', sizes: SIZES, tag: ['@screens'] },
])
  test(`above the button that confirms a delivery, which stays where it is, ${at}`, { tag }, async ({
    page,
    shop,
  }) => {
    const order = await shop.addOrder();
    await keepSession(page, shop.driver);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await openNextOrder(page, order.order_number);
      await expectAboveConfirm(page, size);
    }
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await untilStill(page);
    expect(await notWhole(page.locator('[data-toast]'))).toEqual([]);
  });

test(
  'in a dialog they stand within it, above its buttons, and are dismissed without a pointer',
  LONG,
  async ({ page, shop }) => {
    await keepSession(page, shop.manager);
    await page.goto('/dashboard/bank-deposits');
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.getByRole('button', { name: 'New Deposit' }).click();
      const dialog = page.getByRole('dialog');
      const footer = dialog.locator('footer');
      await footer.getByRole('button').last().click();
      await expect(dialog.locator('[data-toast]')).toHaveCount(1);
      expect(await coveredByToasts(page), `${size.width} px`).toEqual([]);
      const width = (await dialog.boundingBox())?.width ?? 0;
      await expectNothingUnderneath(page, footer, width);
      const dismiss = dialog.getByRole('button', { name: /^Dismiss: / });
      for (let presses = 0; presses < 40; presses += 1) {
        if (await dismiss.evaluate((button) => button === document.activeElement)) break;
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Enter');
      await expect(page.locator('[data-toast]')).toHaveCount(0);
      await expect(dialog).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(dialog).toHaveCount(0);
    }
  },
);

/** Fills one of today's handovers; the machine that its driver has stays out, which is asked about. */
async function askAboutMachine(page: Page, shop: E2eShop): Promise<void> {
  await goTo(page, 'End Of Day Handover');
  await fillHandover(page, shop.driver.full_name, '0');
  await completeButton(page).click();
  await expect(page.getByRole('dialog')).toContainText('POS 1 stays out');
}

test('on no screen and in no dialog of an admin do they', LONG, async ({ page, server, shop }) => {
  await addMachine(server.owner, shop.shop_id, { number: 'POS 1' });
  await signIn(page, shop.admin);
  await openHandover(page, 'start');
  await page.getByLabel('Card machine given to driver').check();
  await fillHandover(page, shop.driver.full_name, '0');
  await completeButton(page).click();
  await expect(page.getByRole('button', { name: /^View SOD-/ })).toBeVisible();
  await page.route('**/api/profile/statistics', (route) => route.abort());
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto('/dashboard/profile');
    await expect.poll(async () => (await toastsOn(page)).length).toBe(1);
    for (const title of ['Start Of Day Handover', 'End Of Day Handover']) {
      await goTo(page, title);
      await completeButton(page).click();
      await expect.poll(async () => (await toastsOn(page)).length).toBe(2);
      expect(await coveredByToasts(page), `${title}, ${size.width} px`).toEqual([]);
    }
    await askAboutMachine(page, shop);
    expect(await coveredByToasts(page), `question, ${size.width} px`).toEqual([]);
    await page.getByRole('button', { name: 'Go back' }).click();
    await nothingOverPage(page);
    await goTo(page, 'Start Of Day Handover');
    await page.getByRole('button', { name: /^View SOD-/ }).click();
    await expect(page.getByRole('dialog')).toContainText('Yes, POS 1');
    expect(await coveredByToasts(page), `a handover of today, ${size.width} px`).toEqual([]);
    await page.keyboard.press('Escape');
    await nothingOverPage(page);
  }
});

test(
  'in the steps of a collection they stand above its buttons and over no amount',
  LONG,
  async ({ page, server, shop }) => {
    const { owner } = server;
    const third = await addPerson(owner, shop, {
      login: 'driver3',
      full_name: 'Dalia Driver',
      role: 'Driver',
    });
    const people = [shop.driver, shop.driver2, third];
    for (const person of people) await giveCash(owner, shop.shop_id, person, 14_500);
    await signIn(page, shop.manager);
    const mend = await refuseWrites(owner, {
      table: 'cash_handovers',
      event: 'insert',
      when: `new.shop_id = ${shop.shop_id}`,
    });
    for (const [at, size] of SIZES.entries()) {
      await page.setViewportSize(size);
      await openCashHandovers(page);
      await page.getByRole('button', { name: `Collect Cash from ${people[at]?.full_name}` }).click();
      const dialog = page.getByRole('dialog');
      const expectAbove = async (step: string) => {
        await expect(dialog.locator('[data-toast]')).toHaveCount(1);
        expect(await coveredByToasts(page), `${step}, ${size.width} px`).toEqual([]);
        await expectNothingUnderneath(
          page,
          dialog.locator('footer'),
          (await dialog.boundingBox())?.width ?? 0,
        );
      };
      await page.getByRole('button', { name: 'Continue to Signatures' }).click();
      await expectAbove('amount');
      await page.getByLabel('Amount to Collect (AED)').fill('145');
      await page.getByRole('button', { name: 'Continue to Signatures' }).click();
      await page.getByRole('button', { name: 'Review & Confirm' }).click();
      await expectAbove('signatures');
      await drawSignature(page, 'Manager Signature');
      await drawSignature(page, 'Staff Member Signature');
      await page.getByRole('button', { name: 'Review & Confirm' }).click();
      await expect(page.getByText('Both signatures have been captured.')).toBeVisible();
      await confirmCollection(page).click();
      await expect(dialog.locator('[data-toast]').last()).toContainText('Collection Failed');
      await expectAbove('confirmation');
      await dismissToasts(page);
    }
    await mend();
  },
);
