import { expect } from '@playwright/test';
import { sendingTo } from '../upgrades/business-day.ts';
import type { Given } from './accessible/walk.ts';
import { giveCash } from './e2e-cash.ts';
import { accessToken, prepare, send, signInDevice } from './e2e-device.ts';
import { ARABIC_NAME } from './e2e-shop.ts';
import { sha256Of } from './test-delivery.ts';
import {
  type Prepared,
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  sendCommand,
} from './test-handover.ts';

export type Banked = Awaited<ReturnType<typeof bankCash>>;

/**
 * Delivers an order and passes the driver's cash to the admin, from there to the manager, and in part to the
 * bank. Returns the order and the deposit's reference.
 */
export async function bankCash({ server, shop, photo }: Pick<Given, 'server' | 'shop' | 'photo'>) {
  const { owner, url } = server;
  const order = await shop.addOrder({ customer: { first_name: ARABIC_NAME, last_name: 'عبد الرحمن' } });
  await send(prepare(await signInDevice(url, shop, shop.driver), order, photo));
  await giveCash(owner, shop.shop_id, shop.driver, 10_000);
  const app = sendingTo(url);
  const [admin, manager] = [
    { ...shop.admin, session_id: await accessToken(url, shop.admin) },
    { ...shop.manager, session_id: await accessToken(url, shop.manager) },
  ];
  const signing = { ...shop, admin, manager, driver: { ...shop.driver, session_id: '' } };
  const record = async (
    kind: Parameters<typeof sendCommand>[1],
    by: { session_id: string },
    made: Prepared<object>,
  ) => {
    const response = await sendCommand(app, kind, by, made);
    expect(response.status, await response.clone().text()).toBe(200);
  };
  const amount_fils = 24_500;
  await record('end', admin, await prepareEnd(app, signing, { amount_fils }));
  await record('collection', manager, await prepareCollection(app, signing, { from: admin, amount_fils }));
  const deposit = await prepareDeposit(app, signing, { amount_fils: 12_000, notes: 'الفرع الرئيسي' });
  const { path } = deposit.input.invoice_image;
  const slip = { as: manager.session_id, bytes: photo };
  await app.send('PUT', `/storage/v1/object/bank-deposits/${encodeURI(path)}`, slip);
  deposit.input.invoice_image = { path, sha256: sha256Of(photo) };
  await record('deposit', manager, deposit);
  return { order, reference: deposit.input.reference };
}
