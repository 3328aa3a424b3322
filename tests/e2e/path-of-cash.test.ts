import { giveCash } from '../support/e2e-cash.ts';
import { accessToken, prepare, send, signInDevice } from '../support/e2e-device.ts';
import { ARABIC_NAME, type E2eShop, type Person } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';
import type { Sends } from '../support/test-app.ts';
import { sha256Of } from '../support/test-delivery.ts';
import {
  type Prepared,
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  sendCommand,
} from '../support/test-handover.ts';
import { sendingTo } from '../upgrades/day-at-the-shop.ts';

test('the cash of an order is followed to the bank, the deposit is looked at again with its papers, and leads back to its orders', {
  tag: '@journeys',
}, async ({ page, photo, server, shop, signedIn }) => {
  const order = await shop.addOrder({ customer: { first_name: ARABIC_NAME, last_name: 'عبد الرحمن' } });
  const device = await signInDevice(server.url, shop, shop.driver);
  await send(prepare(device, order));
  await giveCash(server.owner, shop.shop_id, shop.driver, 10_000);
  const deposit = await bank(sendingTo(server.url), { shop, url: server.url, photo });

  await signedIn(shop.manager);
  await page.setViewportSize(DESKTOP);
  await page.goto(`/desk/orders/${order.id}`);
  const path = page.getByRole('region', { name: 'Path of the cash' });
  await expect(path).toContainText(/AED 120\.00: Dawood Driver → .*Amal Admin → .*Mona Manager → .*BD-\d+/);
  await expect(path.getByRole('listitem')).toHaveCount(9);
  await expect(path).toContainText('In the bank');
  await expect(path).toContainText('Held by Mona Manager now');

  await page.setViewportSize(DESKTOP);
  await path.getByRole('link', { name: deposit }).click();
  await expect(page.getByRole('heading', { name: 'Bank deposit' })).toBeFocused();
  const facts = page.getByRole('region', { name: 'Record' });
  for (const told of ['AED 120.00', 'Mona Manager', 'Bank', '01 Nov 2026', 'الفرع الرئيسي'])
    await expect(facts).toContainText(told);
  const papers = page.getByRole('region', { name: 'Papers' });
  await papers.getByRole('button', { name: 'Show the slip' }).click();
  const slip = papers.getByRole('img', { name: `The bank's slip of ${deposit}` });
  await expect
    .poll(() => slip.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  await expect(papers.getByRole('button', { name: 'Show the signature Mona Manager' })).toBeVisible();
  const sources = page.getByRole('table', { name: 'Orders whose cash this is' });
  await expect(sources.getByRole('row').last()).toContainText('AED 120.00');

  await sources.getByRole('link', { name: `#${order.order_number}` }).click();
  await expect(path).toContainText('In the bank');
});

type Where = { shop: E2eShop; url: string; photo: Buffer };

/** What the driver has goes to the admin, from there to the manager, and in part to the bank. Answers the deposit's reference. */
async function bank(app: Sends, { shop, url, photo }: Where): Promise<string> {
  const staff = async (person: Person) => ({ ...person, session_id: await accessToken(url, person) });
  const [admin, manager] = [await staff(shop.admin), await staff(shop.manager)];
  const signing = { ...shop, admin, manager, driver: { ...shop.driver, session_id: '' } };
  const record = async (
    kind: Parameters<typeof sendCommand>[1],
    by: { session_id: string },
    made: Prepared<object>,
  ) => {
    const answer = await sendCommand(app, kind, by, made);
    expect(answer.status, await answer.clone().text()).toBe(200);
  };
  await record('end', admin, await prepareEnd(app, signing, { amount_fils: 24_500 }));
  await record(
    'collection',
    manager,
    await prepareCollection(app, signing, { from: admin, amount_fils: 24_500 }),
  );
  const deposit = await prepareDeposit(app, signing, { amount_fils: 12_000, notes: 'الفرع الرئيسي' });
  const { path } = deposit.input.invoice_image;
  const sha256 = sha256Of(photo);
  await app.send('PUT', `/storage/v1/object/bank-deposits/${encodeURI(path)}`, {
    as: manager.session_id,
    bytes: photo,
  });
  deposit.input.invoice_image = { path, sha256 };
  await record('deposit', manager, deposit);
  return deposit.input.reference;
}
