import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId } from '../../../../contract/rules/ids.ts';
import type { OrderWithItems } from '../../../../contract/schemas/orders.ts';
import {
  AS_TAKEN,
  field,
  fillIn,
  goodsSheet,
  handedOver,
  orderOfThree,
  otherPayment,
  PLAIN,
  pressConfirm,
  received,
  refuse,
  startTaking,
  toastTexts,
} from '../../../../tests/support/as-taken-page.tsx';
import { sheet } from '../../../../tests/support/attempt-sheet.ts';
import { deliveryReply } from '../../../../tests/support/delivery-command.ts';
import { readDeliverySettingsAhead } from '../../../api/delivery-settings.ts';
import { queryClient } from '../../../api/query-client.ts';
import { deviceDrafts } from '../../../offline/drafts/device-drafts.ts';

type Started = Awaited<ReturnType<typeof startTaking>>;

let page_of: Started;

async function open(order: OrderWithItems = orderOfThree(), settings = {}): Promise<Started> {
  page_of = await startTaking(settings, order);
  await page_of.open();
  return page_of;
}

afterEach(() => page_of.driver.end());

const bar = (text: string | RegExp) => page.getByText(text);

async function refuseCoffee(): Promise<void> {
  await refuse().click();
  await handedOver('Ground coffee').less.click();
  await goodsSheet().getByRole('radio', { name: 'Damaged' }).click();
  await goodsSheet().getByRole('button', { name: 'Done' }).click();
}

describe('a plain delivery', () => {
  test('is sent as before, and loads nothing for the rest', async () => {
    const { sent, driver } = await open();
    await fillIn();
    await received().click();
    pressConfirm();
    const body = await sent(PLAIN);
    expect(Object.keys(body)).not.toContain('taken');
    expect(body).toMatchObject({ tender: 'cash', due_amount_fils: 10_500 });
    expect(driver.sent(AS_TAKEN)).toEqual([]);
  });

  test('is still plain after both parts were opened and closed', async () => {
    const { sent } = await open();
    await otherPayment().click();
    await userEvent.fill(field('Received'), '50');
    await userEvent.fill(field('Received'), '');
    await refuse().click();
    await handedOver('Milk').less.click();
    await handedOver('Milk').more.click();
    await goodsSheet().getByRole('button', { name: 'Done' }).click();
    await fillIn();
    await received().click();
    pressConfirm();
    expect(await sent(PLAIN)).toMatchObject({ tender: 'cash' });
  });
});

describe('part of the goods', () => {
  test('shows the amounts before and after, and sends lines, reasons and what is due', async () => {
    const order = orderOfThree();
    const { sent } = await open(order);
    await refuse().click();
    await handedOver('Ground coffee').less.click();
    // Goods 100.00 and discount 10.00 become 75.00 and 7.50; shipping stays.
    const table = goodsSheet().getByRole('table', { name: 'Amounts for the customer' });
    await expect
      .element(table.getByRole('row', { name: 'Items' }))
      .toHaveTextContent('ItemsAED 100.00AED 75.00');
    await expect
      .element(table.getByRole('row', { name: 'Discount' }))
      .toHaveTextContent('-AED 10.00-AED 7.50');
    await expect
      .element(table.getByRole('row', { name: 'Amount due' }))
      .toHaveTextContent('AED 105.00AED 82.50');
    (goodsSheet().getByRole('button', { name: 'Done' }).element() as HTMLElement).click();
    await expect.element(goodsSheet().getByText('Select why this was refused').first()).toBeVisible();
    await goodsSheet().getByRole('radio', { name: 'Damaged' }).click();
    await goodsSheet().getByRole('button', { name: 'Done' }).click();
    await expect.element(page.getByText('1 × Ground coffee · Damaged')).toBeVisible();
    await expect.element(bar('Adds AED 82.50 to your cash on hand')).toBeVisible();
    await expect.element(page.getByText('Collect AED 82.50 · Cash')).toBeVisible();
    await fillIn();
    await received().click();
    await expect.element(page.getByText('Confirms AED 82.50')).toBeVisible();
    pressConfirm();
    expect(await sent(AS_TAKEN)).toMatchObject({
      due_amount_fils: 10_500,
      part: {
        ...{ sent_fils: 0, discount_fils: 1_000, shipping_fils: 1_500, tax_fils: 0, paid_amount_fils: 0 },
        lines: [
          {
            ...{ item_id: order.items[0]?.id, name: 'Ground coffee', qty: 2, tax_fils: null },
            ...{ refused: 1, refused_because: 'damaged' },
          },
          { refused: 0, refused_because: null },
          { refused: 0, refused_because: null },
        ],
      },
      taken: { cash_fils: 8_250, card_fils: 0, received_fils: null, rounding_fils: 0 },
      short_reason: null,
      consent_id: null,
    });
  });

  test('a paid order shows the amount that the shop pays back, and takes nothing', async () => {
    const paid = { paid_amount_fils: 10_500, due_amount_fils: 0, payment_status: 'paid' } as const;
    const { sent } = await open(orderOfThree({ ...paid, payment_method: 'online' }));
    await refuseCoffee();
    await expect
      .element(page.getByText('The shop pays back AED 22.50. Do not pay it yourself.'))
      .toBeVisible();
    await expect.element(bar('Does not change your cash on hand')).toBeVisible();
    expect(otherPayment().elements()).toEqual([]);
    await fillIn();
    pressConfirm();
    expect(await sent(AS_TAKEN)).toMatchObject({ payment_received: false, taken: { cash_fils: 0 } });
  });

  test('clears what was confirmed before', async () => {
    await open();
    await fillIn();
    await received().click();
    await refuseCoffee();
    await expect.element(received()).not.toBeChecked();
    await expect.element(page.getByLabelText('I confirm receipt of the following items')).not.toBeChecked();
  });

  test('nothing taken is no delivery: the stop is recorded as refused', async () => {
    const { driver } = await open();
    await refuse().click();
    for (const name of ['Ground coffee', 'Ground coffee', 'تمر مجدول', 'Milk'])
      await handedOver(name).less.click();
    await expect.element(goodsSheet().getByText('The customer takes nothing')).toBeVisible();
    await goodsSheet().getByRole('button', { name: 'Close' }).click();
    await fillIn();
    pressConfirm();
    await vi.waitFor(() => expect(toastTexts().join()).toContain('Nothing is handed over.'));
    await refuse().click();
    await goodsSheet().getByRole('button', { name: 'Record as refused' }).click();
    await expect.element(sheet().getByRole('radio', { name: 'Customer refused' })).toBeChecked();
    await sheet().getByRole('radio', { name: 'Damaged' }).click();
    await expect.element(sheet().getByRole('radio', { name: 'Damaged' })).toBeChecked();
    expect(driver.sent(AS_TAKEN)).toEqual([]);
  });
});

describe('payments taken', () => {
  test('received minus change is the cash, and the form shows both', async () => {
    const { sent } = await open();
    await otherPayment().click();
    await userEvent.fill(field('Received'), '150');
    await expect.element(page.getByText('Received 150.00 · Change 45.00')).toBeVisible();
    await fillIn();
    await received().click();
    await expect.element(page.getByText('Confirms AED 105.00')).toBeVisible();
    pressConfirm();
    expect(await sent(AS_TAKEN)).toMatchObject({
      part: null,
      taken: { cash_fils: 10_500, received_fils: 15_000 },
      short_reason: null,
    });
  });

  test('less than due requires a reason and shows what stays owed', async () => {
    const { sent } = await open();
    await otherPayment().click();
    await userEvent.fill(field('Received'), '100');
    await expect.element(page.getByText('AED 5.00 stays owed on this order')).toBeVisible();
    await fillIn();
    await received().click();
    pressConfirm();
    await expect
      .element(page.getByText('Enter why less than the amount due was taken').first())
      .toBeVisible();
    await userEvent.fill(field('Why was less taken?'), ' No more cash ');
    // A reason changes no amount, so the payment stays confirmed.
    await expect.element(received()).toBeChecked();
    pressConfirm();
    expect(await sent(AS_TAKEN)).toMatchObject({
      taken: { cash_fils: 10_000, received_fils: 10_000 },
      short_reason: 'No more cash',
    });
  });

  test.each([
    ['Tip (not recorded)', { cash_fils: 10_500, received_fils: 11_500 }],
    ['Owed to the customer', { cash_fils: 11_000, received_fils: 12_000 }],
  ])('more than due after the change: %s', async (use, taken) => {
    const { sent } = await open();
    await otherPayment().click();
    await userEvent.fill(field('Received'), '120');
    await page.getByRole('button', { name: 'Other change' }).click();
    await userEvent.fill(field('Change given'), '10');
    await fillIn();
    await received().click();
    pressConfirm();
    await expect
      .element(page.getByText('Select whether the customer gets this amount back').first())
      .toBeVisible();
    await page.getByRole('radio', { name: use }).click();
    await received().click();
    pressConfirm();
    expect(await sent(AS_TAKEN)).toMatchObject({ taken });
  });

  test('a payment link above what is due is owed to the customer, without a choice', async () => {
    const { sent } = await open();
    await otherPayment().click();
    await page.getByRole('button', { name: 'Add another payment' }).click();
    await userEvent.fill(field('Payment link'), '120');
    await userEvent.fill(field('Reference of: Payment link'), 'PL-1');
    await expect.element(page.getByText('AED 15.00 is owed to the customer')).toBeVisible();
    expect(page.getByRole('radio', { name: 'Tip (not recorded)' }).query()).toBeNull();
    await fillIn();
    await received().click();
    pressConfirm();
    expect(await sent(AS_TAKEN)).toMatchObject({
      taken: { cash_fils: 0, link: { amount_fils: 12_000, reference: 'PL-1' } },
    });
  });

  test('cash and card machine together', async () => {
    const { sent } = await open();
    await otherPayment().click();
    await page.getByRole('button', { name: 'Add another payment' }).click();
    await userEvent.fill(field('By card machine'), '80');
    await expect.element(bar('Adds AED 25.00 to your cash on hand').last()).toBeVisible();
    await fillIn();
    await received().click();
    pressConfirm();
    expect(await sent(AS_TAKEN)).toMatchObject({ taken: { cash_fils: 2_500, card_fils: 8_000 } });
  });

  test('payment link and bank transfer need a reference and add no cash', async () => {
    const { sent } = await open();
    await otherPayment().click();
    await page.getByRole('button', { name: 'Add another payment' }).click();
    await userEvent.fill(field('Payment link'), '100');
    await userEvent.fill(field('Bank transfer (Aani)'), '5');
    await fillIn();
    await received().click();
    pressConfirm();
    await expect.element(page.getByText('Enter the reference of the payment').first()).toBeVisible();
    await userEvent.fill(field('Reference of: Payment link'), ' PL-1 ');
    await userEvent.fill(field('Reference of: Bank transfer (Aani)'), 'AANI-2');
    await expect.element(bar('Does not change your cash on hand').last()).toBeVisible();
    pressConfirm();
    expect(await sent(AS_TAKEN)).toMatchObject({
      taken: {
        cash_fils: 0,
        link: { amount_fils: 10_000, reference: 'PL-1' },
        transfer: { amount_fils: 500, reference: 'AANI-2' },
      },
    });
  });

  test('an order of cash or card needs a tender, until an amount is entered', async () => {
    await open(orderOfThree({ pays_either: true }));
    await otherPayment().click();
    await expect.element(bar('Select how the customer pays')).toBeVisible();
    await userEvent.fill(field('Received'), '105');
    await expect.element(bar('Adds AED 105.00 to your cash on hand').last()).toBeVisible();
  });

  test('nothing at all needs the desk, or is recorded as no money', async () => {
    const { driver } = await open();
    await otherPayment().click();
    await userEvent.fill(field('Received'), '0');
    await userEvent.fill(field('Why was less taken?'), 'Forgot the wallet');
    await fillIn();
    pressConfirm();
    await expect
      .element(page.getByText('Ask the desk before you hand over without payment').first())
      .toBeVisible();
    await page.getByRole('button', { name: 'Record the stop as no money' }).click();
    await expect.element(sheet().getByRole('radio', { name: 'No money' })).toBeChecked();
    expect(driver.sent(AS_TAKEN)).toEqual([]);
  });

  test('with the desk’s consent nothing has to be paid', async () => {
    const { driver, sent } = await open();
    const approval_id = newId();
    const order = driver.stops()[0] as OrderWithItems;
    driver.server.record = ({ path }) => {
      if (path !== '/api/deliveries/unpaid-requests') return deliveryReply(order.id);
      const consent = { approval_id, outcome: 'approved', expires_at: '2026-11-21T10:00:00Z' } as const;
      driver.offer({ ...order, consent });
      return { approval_id, expires_at: consent.expires_at };
    };
    await otherPayment().click();
    await userEvent.fill(field('Received'), '0');
    const ask = page.getByRole('button', { name: 'Ask the desk' });
    await expect.element(ask).toHaveAttribute('aria-disabled', 'true');
    await userEvent.fill(field('Why was less taken?'), 'Forgot the wallet');
    await ask.click();
    await expect.element(page.getByText('The desk has agreed: hand over without payment.')).toBeVisible();
    await fillIn();
    pressConfirm();
    expect(driver.sent('/api/deliveries/unpaid-requests')).toEqual([
      { order_id: order.id, reason: 'Forgot the wallet' },
    ]);
    expect(await sent(AS_TAKEN)).toMatchObject({
      payment_received: false,
      consent_id: approval_id,
      short_reason: 'Forgot the wallet',
      taken: { cash_fils: 0, card_fils: 0, received_fils: 0 },
    });
  });

  test.each([
    ['pending', 'Waiting for the desk.'],
    ['refused', 'The desk has not agreed. Do not hand over without payment.'],
  ] as const)('a consent that is %s is not enough', async (outcome, words) => {
    const consent = { approval_id: newId(), outcome, expires_at: '2026-11-21T10:00:00Z' };
    const { driver } = await open(orderOfThree({ consent }));
    await otherPayment().click();
    await userEvent.fill(field('Received'), '0');
    await userEvent.fill(field('Why was less taken?'), 'Forgot the wallet');
    await expect.element(page.getByText(words)).toBeVisible();
    await fillIn();
    pressConfirm();
    await expect
      .element(page.getByText('Ask the desk before you hand over without payment').first())
      .toBeVisible();
    expect(driver.sent(AS_TAKEN)).toEqual([]);
  });

  test('is open for every order once its user wants that, on this device', async () => {
    const { driver } = await open();
    await otherPayment().click();
    await page.getByLabelText('Open this for every order').click();
    const next = orderOfThree({ order_number: '1002' });
    driver.offer(next);
    await queryClient.invalidateQueries();
    await expect.element(page.getByText('#1002', { exact: true })).toBeVisible();
    await expect.element(field('Received')).toBeVisible();
  });
});

describe('a shop that rounds cash', () => {
  const uneven = () =>
    orderOfThree({ subtotal_fils: 10_010, total_amount_fils: 10_510, due_amount_fils: 10_510 });

  test('rounds a plain cash delivery down, and shows the rounding', async () => {
    page_of = await startTaking({ rounds_cash: true }, uneven());
    await readDeliverySettingsAhead();
    await page_of.open();
    await expect.element(page.getByText('Collect AED 105.00 · Cash')).toBeVisible();
    await expect.element(page.getByText('Rounding')).toBeVisible();
    await fillIn();
    await received().click();
    pressConfirm();
    expect(await page_of.sent(AS_TAKEN)).toMatchObject({
      part: null,
      taken: { cash_fils: 10_500, rounding_fils: 10, received_fils: null },
      short_reason: null,
    });
  });

  test('does not round a payment by card', async () => {
    page_of = await startTaking({ rounds_cash: true }, uneven());
    await readDeliverySettingsAhead();
    await page_of.open();
    await page.getByRole('radio', { name: 'Card machine' }).click();
    await fillIn();
    await received().click();
    pressConfirm();
    expect(await page_of.sent(PLAIN)).toMatchObject({ tender: 'card_machine' });
  });
});

test('everything entered is kept on the device and shown again', async () => {
  const order = orderOfThree();
  const { driver } = await open(order);
  await refuseCoffee();
  await otherPayment().click();
  await userEvent.fill(field('Received'), '50');
  await userEvent.fill(field('Why was less taken?'), 'Rest tomorrow');
  await vi.waitFor(async () =>
    expect(await deviceDrafts.read(driver.profile.id, order.id)).toMatchObject({
      as_taken: { received: '50', short_reason: 'Rest tomorrow' },
    }),
  );
});

test.each([
  [390, 844],
  [1280, 800],
])('has no accessibility violations and fits at %d x %d', async (width, height) => {
  await page.viewport(width, height);
  await open();
  await refuseCoffee();
  await otherPayment().click();
  await page.getByRole('button', { name: 'Add another payment' }).click();
  await userEvent.fill(field('Received'), '20');
  await userEvent.fill(field('Payment link'), '10');
  await expect.element(field('Why was less taken?')).toBeVisible();
  expect((await axe.run(page.getByRole('form').element())).violations).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  await refuse().click();
  await expect.element(goodsSheet()).toBeVisible();
  expect((await axe.run(goodsSheet().element())).violations).toEqual([]);
});

test('can be used by keyboard', async () => {
  const { sent } = await open();
  (refuse().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(goodsSheet()).toBeVisible();
  (handedOver('Milk').less.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  (goodsSheet().getByRole('radio', { name: 'Wrong item' }).element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  (goodsSheet().getByRole('button', { name: 'Done' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(refuse()).toHaveFocus();
  await fillIn();
  (received().element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  pressConfirm();
  expect(await sent(AS_TAKEN)).toMatchObject({
    part: { lines: [{}, {}, { refused_because: 'wrong_item' }] },
  });
});
