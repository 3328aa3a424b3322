import type { Locator, Page } from '@playwright/test';
import { addMachine } from '../support/accessible/seeds.ts';
import {
  addPerson,
  confirmCollection,
  drawSignature,
  fillDeposit,
  giveCash,
  openBankDeposits,
  openCashHandovers,
  prepareCollection,
} from '../support/e2e-cash.ts';
import { blockFiles, refuseWrites } from '../support/e2e-faults.ts';
import { untilStill } from '../support/e2e-fit.ts';
import { completeButton, fillHandover, openHandover } from '../support/e2e-handovers.ts';
import {
  confirmButton,
  dismissToasts,
  fillDelivery,
  openNextOrder,
  pressDespiteDisabledLook,
  shownOrder,
  signIn,
  toastsOn,
  untilNoOverlay,
} from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import type { E2eShop } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import {
  coveredByToasts,
  coveredNow,
  expectNothingUnderneath,
  keepToasts,
  notWhole,
} from '../support/e2e-toasts.ts';
import { DESKTOP, LANDSCAPE, NARROW, PHONE, SMALL_PHONE, type Viewport } from '../support/e2e-viewports.ts';

const SMALL = { width: 360, height: 640 };
const SIZES = [PHONE, SMALL, DESKTOP];

/**
 * Tests with this tag run in the long tier. In every run, accessible-screens checks at one size that the
 * toasts of the states it reaches cover nothing.
 */
const LONG = { tag: '@screens' };

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main pages' });
const isPhone = ({ width }: Viewport) => width < 768;

/** Opens a page from the menu without reloading the app: toasts stay. */
async function goTo(page: Page, title: string): Promise<void> {
  const menu = isPhone(page.viewportSize() ?? PHONE) ? bar(page) : page.getByRole('navigation');
  await menu.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
}

/** All toasts are within the header, next to the button of the menu. */
async function expectInHeader(page: Page): Promise<void> {
  const header = page.getByRole('banner');
  await expect(header.locator('[data-toaster]')).toHaveCount(1);
  const [whole, menu, toasts] = await Promise.all(
    [header, header.getByRole('button', { name: 'Menu' }), header.locator('[data-toaster]')].map((part) =>
      part.boundingBox(),
    ),
  );
  if (!whole || !menu || !toasts) throw new Error('not all of them are shown');
  expect(toasts.x).toBeGreaterThanOrEqual(menu.x + menu.width);
  expect(toasts.y).toBeGreaterThanOrEqual(whole.y);
  expect(toasts.y + toasts.height).toBeLessThanOrEqual(whole.y + whole.height);
}

test(
  'on no screen of a manager do toasts cover menu, bar, buttons or amounts',
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
        // Two screens read the stops: their failure is reported once, with the text of the newer screen.
        const count = /Order/.test(title) ? 2 : 3;
        await expect.poll(async () => (await toastsOn(page)).length).toBe(count);
        expect(await coveredByToasts(page), `${title}, ${size.width} px`).toEqual([]);
      }
      if (isPhone(size)) {
        await expectNothingUnderneath(page, bar(page), size.width);
        await expect(page.getByText('1 of 3')).toBeVisible();
      } else {
        await expectInHeader(page);
        await expect(page.getByRole('button', { name: /^Dismiss: / })).toHaveCount(3);
      }
    }
  },
);

/**
 * Checks that the toast of a refused confirmation is between header and button. On a phone the button neither
 * moves nor shrinks.
 */
async function expectAboveConfirm(page: Page, size: Viewport): Promise<void> {
  const confirm = page.getByRole('button', { name: 'Confirm Delivery' });
  await confirm.scrollIntoViewIfNeeded();
  const before = await confirm.boundingBox();
  await pressDespiteDisabledLook(confirm);
  const toast = page.locator('[data-toast]');
  await expect(toast).toHaveCount(1);
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await coveredByToasts(page), `${size.width} px`).toEqual([]);
  if (!isPhone(size)) {
    await confirm.evaluate((button) => button.scrollIntoView({ block: 'nearest' }));
    expect(await coveredNow(page)).toEqual([]);
    await expectInHeader(page);
    return;
  }
  const [after, toast_box, header] = await Promise.all(
    [confirm, toast, page.getByRole('banner')].map((part) => part.boundingBox()),
  );
  if (!before || !after || !toast_box || !header) throw new Error('not all of them are shown');
  expect(Math.abs(after.y - before.y)).toBeLessThan(2);
  expect(after.height).toBeGreaterThanOrEqual(48);
  expect(after.y + after.height).toBeLessThanOrEqual(size.height);
  expect(toast_box.y).toBeGreaterThanOrEqual(header.y + header.height);
  expect(toast_box.y + toast_box.height).toBeLessThan(after.y);
}

for (const { at, sizes, tag } of [
  { at: 'on a narrow phone', sizes: [NARROW], tag: [] },
  { at: 'at every size', sizes: SIZES, tag: ['@screens'] },
])
  test(`toasts appear above the button that confirms a delivery, which does not move, ${at}`, {
    tag,
  }, async ({ page, shop }) => {
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
  'toasts of a dialog appear within it, above its buttons, and can be dismissed without a pointer',
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

/** Fills in a handover; the driver's card machine is not returned, which leads to a question. */
async function askAboutMachine(page: Page, shop: E2eShop): Promise<void> {
  await goTo(page, 'End Of Day Handover');
  await fillHandover(page, shop.driver.full_name, '0');
  await completeButton(page).click();
  await expect(page.getByRole('dialog')).toContainText('POS 1 stays out');
}

test(
  'toasts cover nothing on any screen and in any dialog of an admin',
  LONG,
  async ({ page, server, shop }) => {
    await addMachine(server.owner, shop.shop_id, { number: 'POS 1' });
    await signIn(page, shop.admin);
    await openHandover(page, 'start');
    await page.getByLabel('Card machine given to driver').check();
    await fillHandover(page, shop.driver.full_name, '0');
    await completeButton(page).click();
    // A toast that was shown once does not appear on pages that are loaded later.
    await expect(page.locator('[data-toast=success]')).toHaveCount(1);
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
      await untilNoOverlay(page);
      await goTo(page, 'Start Of Day Handover');
      await page.getByRole('button', { name: /^View SOD-/ }).click();
      await expect(page.getByRole('dialog')).toContainText('Yes, POS 1');
      expect(await coveredByToasts(page), `a handover of today, ${size.width} px`).toEqual([]);
      await page.keyboard.press('Escape');
      await untilNoOverlay(page);
    }
  },
);

test(
  'in the steps of a collection toasts are above its buttons and cover no amount',
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
    const restore = await refuseWrites(owner, {
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
    await restore();
  },
);

/** Sizes at which a toast used to cover the next button in an earlier check of a whole day. */
const WALKED = [SMALL_PHONE, PHONE, LANDSCAPE, DESKTOP];

/**
 * After a task, toasts do not cover the button of the next task when the page is scrolled to it. At the top
 * of the page they cover neither that button nor an amount, and on wide screens nothing. The user can scroll
 * to everything else that they cover.
 */
async function expectNextTaskFree(page: Page, next: Locator, what: string): Promise<void> {
  await keepToasts(page);
  const size = page.viewportSize() ?? PHONE;
  const at = `${what}, ${size.width} px`;
  if (isPhone(size)) {
    // The bottom bar reappears shortly after the keyboard has closed; toasts are above it then.
    const typing = page.locator('input:focus, textarea:focus');
    await expect(bar(page).or(typing).first()).toBeVisible();
  }
  const covered = async (where: string) => {
    const found = await coveredNow(page);
    expect(
      found.filter(({ reachable }) => !reachable),
      `${at}, ${where}: cannot be scrolled into view`,
    ).toEqual([]);
    return found.map(({ name }) => name);
  };
  const name = `BUTTON ${await next.textContent()}`;
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  const at_top = await covered('top');
  if (isPhone(size)) {
    expect(at_top, `${at}, top`).not.toContain(name);
    expect(
      at_top.filter((one) => one.includes('AED')),
      `${at}, top`,
    ).toEqual([]);
  } else expect(at_top, `${at}, top`).toEqual([]);
  await next.evaluate((button) => button.scrollIntoView({ block: 'end', behavior: 'instant' }));
  expect(await covered('at the button'), `${at}, at the button`).not.toContain(name);
}

test('after a delivery toasts cover neither the next button nor the fields of the next delivery', async ({
  page,
  photo,
  shop,
}) => {
  const rounds = [];
  for (const [at, size] of WALKED.entries()) {
    const minutes_ago = 200 - 20 * at;
    const cash = await shop.addOrder({ minutes_ago });
    const card = await shop.addOrder({ minutes_ago: minutes_ago - 10, payment_method: 'card' });
    rounds.push({ size, cash, card });
  }
  await shop.addOrder({ minutes_ago: 10 });
  await keepSession(page, shop.driver);
  for (const { size, cash, card } of rounds) {
    await page.setViewportSize(size);
    await openNextOrder(page, cash.order_number);
    await fillDelivery(page, photo);
    await confirmButton(page).click();
    await expect(shownOrder(page, card.order_number)).toBeVisible();
    await expect(page.locator('[data-toast]')).toHaveCount(2);
    await expectNextTaskFree(page, confirmButton(page), 'two toasts of a cash order');
    await dismissToasts(page);
    await fillDelivery(page, photo);
    await confirmButton(page).click();
    await expect(shownOrder(page, card.order_number)).toHaveCount(0);
    await expect(page.locator('[data-toast]')).toHaveCount(1);
    await expectNextTaskFree(page, confirmButton(page), 'the toast of an order paid by card');
    await dismissToasts(page);
  }
});

test(
  'after a failed upload toasts cover neither button nor amount',
  LONG,
  async ({ page, photo, server, shop }) => {
    const order = await shop.addOrder({ due_amount_fils: 0 });
    await shop.addOrder({ minutes_ago: 10 });
    await keepSession(page, shop.driver);
    await openNextOrder(page, order.order_number);
    await fillDelivery(page, photo, { pay: false });
    const unblocked = await blockFiles(server.data_dir, shop.shop_id);
    try {
      await confirmButton(page).click();
      await expect(page.locator('[data-toast=error]')).toHaveCount(1);
      await expect(page.getByText('1 delivery is still being sent.')).toBeVisible();
      for (const size of WALKED) {
        await page.setViewportSize(size);
        await expectNextTaskFree(page, page.getByRole('button', { name: 'Send now' }), 'failed upload');
      }
    } finally {
      await unblocked();
    }
  },
);

test('after a handover toasts cover neither button nor field of the next', LONG, async ({ page, shop }) => {
  await keepSession(page, shop.admin);
  for (const size of WALKED) {
    await page.setViewportSize(size);
    await openHandover(page, 'start');
    await fillHandover(page, shop.driver.full_name, '50');
    await completeButton(page).click();
    await expect(page.locator('[data-toast=success]')).toHaveCount(1);
    await expectNextTaskFree(page, completeButton(page), 'handover');
    await completeButton(page).click();
    await expect(page.locator('[data-toast]')).toHaveCount(2);
    await expectNextTaskFree(page, completeButton(page), 'handover and what the next one misses');
    await dismissToasts(page);
  }
});

test(
  'after a collection and a deposit toasts cover neither button nor amount',
  LONG,
  async ({ page, photo, server: { owner }, shop }) => {
    await keepSession(page, shop.manager);
    await giveCash(owner, shop.shop_id, shop.driver2, 9_900);
    for (const size of WALKED) {
      await page.setViewportSize(size);
      await giveCash(owner, shop.shop_id, shop.driver, 14_500);
      await openCashHandovers(page);
      await prepareCollection(page, shop.driver.full_name, '145');
      await confirmCollection(page).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.locator('[data-toast]')).toHaveCount(1);
      const next = page.getByRole('button', { name: `Collect Cash from ${shop.driver2.full_name}` });
      await expectNextTaskFree(page, next, 'collection');
      await dismissToasts(page);
      await openBankDeposits(page);
      await page.getByRole('button', { name: 'New Deposit' }).click();
      await fillDeposit(page, photo, { amount: '50' });
      await page.getByRole('button', { name: 'Record Deposit' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.locator('[data-toast]')).toHaveCount(1);
      await expectNextTaskFree(page, page.getByRole('button', { name: 'New Deposit' }), 'deposit');
      await dismissToasts(page);
    }
  },
);
