import { bankCash } from '../support/banked-cash.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';

test('the cash of an order is followed to the deposit at the bank, which shows its documents and leads back to its orders', {
  tag: '@journeys',
}, async ({ page, photo, server, shop, signedIn }) => {
  const { order, reference } = await bankCash({ server, shop, photo });

  await signedIn(shop.manager);
  await page.setViewportSize(DESKTOP);
  await page.goto(`/desk/orders/${order.id}`);
  const path = page.getByRole('region', { name: 'Path of the cash' });
  await expect(path).toContainText(/AED 120\.00: Dawood Driver → .*Amal Admin → .*Mona Manager → .*BD-\d+/);
  await expect(path.getByRole('listitem')).toHaveCount(9);
  await expect(path).toContainText('In the bank');
  await expect(path).toContainText('Held by Mona Manager now');

  await path.getByRole('link', { name: reference }).click();
  await expect(page.getByRole('heading', { name: 'Bank deposit' })).toBeFocused();
  const facts = page.getByRole('region', { name: 'Record' });
  for (const fact of ['AED 120.00', 'Mona Manager', 'Bank', '01 Nov 2026', 'الفرع الرئيسي'])
    await expect(facts).toContainText(fact);
  const documents = page.getByRole('region', { name: 'Documents' });
  await documents.getByRole('button', { name: 'Show the slip' }).click();
  const slip = documents.getByRole('img', { name: `The bank's slip of ${reference}` });
  await expect
    .poll(() => slip.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  await expect(documents.getByRole('button', { name: 'Show the signature Mona Manager' })).toBeVisible();
  const sources = page.getByRole('table', { name: 'Orders this cash came from' });
  await expect(sources.getByRole('row').last()).toContainText('AED 120.00');

  await sources.getByRole('link', { name: `#${order.order_number}` }).click();
  await expect(path).toContainText('In the bank');
});
