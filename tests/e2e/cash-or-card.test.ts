import { recordsOf } from '../support/e2e-records.ts';
import {
  confirmButton,
  DELIVERED,
  expectToasts,
  fillDelivery,
  openNextOrder,
  pressDespiteDisabledLook,
} from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';

test('an order payable in cash or by card is paid by card when the driver selects that, and books no cash', async ({
  photo,
  server,
  shop,
  signedIn,
}) => {
  const order = await shop.addOrder({ due_amount_fils: 14_500, pays_either: true });
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  const card = page.getByRole('region', { name: 'Order Details' });
  await expect(card.getByText('Collect AED 145.00 · Cash or card')).toBeVisible();
  const [cash, card_machine] = [page.getByLabel('Cash', { exact: true }), page.getByLabel('Card machine')];
  for (const tender of [cash, card_machine]) await expect(tender).not.toBeChecked();
  await fillDelivery(page, photo);
  await pressDespiteDisabledLook(confirmButton(page));
  await expectToasts(page, ['Payment Confirmation Required', 'Select how the customer pays']);
  await card_machine.check();
  await expect(page.getByText('Does not change your cash on hand')).toBeVisible();
  await confirmButton(page).click();
  await expectToasts(page, DELIVERED);

  const records = await recordsOf(server.owner, shop.shop_id, order.id);
  expect(records.order).toMatchObject({ status: 'completed', payment_status: 'paid' });
  expect(records.confirmations).toMatchObject([
    { tender: 'card_machine', collected_fils: 14_500, cash_fils: 0, outcome: 'delivered', conflict: null },
  ]);
  expect(records.movements).toEqual([]);
});
