import { randomInt } from 'node:crypto';
import type { HandoverDrivers } from '../../contract/operations/dashboard/cash/list-handover-drivers.schema.ts';
import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { isDeliverable } from '../../contract/rules/orders/order-life.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { signatureOf } from '../../server/shopify/webhooks/webhook-headers.ts';
import { payloadText, shopifyOrder } from '../support/shopify-payload.ts';
import { requestOf, type Sends } from '../support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../support/test-delivery.ts';
import {
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareStart,
  sendCommand,
} from '../support/test-handover.ts';
import type { TestStaff } from '../support/test-shop.ts';

/** Signs the webhooks of the demo shop's store. */
export const WEBHOOK_SECRET = 'shpss_of_a_kept_version';
export const STORE = 'kept-version.myshopify.com';
const PASSWORD = 'mandoob-demo';

type Staff = Record<'admin' | 'manager' | 'driver' | 'driver2', TestStaff>;
/** A shop whose staff are signed in, with the fields that the helpers of the commands need. */
export type OpenShop = Staff & { shop_id: number; name: string; time_zone: string; refresh_token: string };

/** Sends to a running server, with an access token where tests of the app pass a session. */
export function sendingTo(url: string): Sends {
  return {
    send: (method, path, options) => fetch(`${url}${path}`, requestOf(method, options)),
  };
}

/** Signs in all four users of the demo shop; `driver2` with a different password if it was changed. */
export async function openShop(app: Sends, driver2_password = PASSWORD): Promise<OpenShop> {
  const [admin, manager, driver, driver2] = [
    await signIn(app, 'admin', PASSWORD),
    await signIn(app, 'manager', PASSWORD),
    await signIn(app, 'driver', PASSWORD),
    await signIn(app, 'driver2', driver2_password),
  ];
  const { id: shop_id, name, time_zone } = manager.profile.shop;
  const { refresh_token } = manager;
  return { admin, manager, driver, driver2, shop_id, name, time_zone, refresh_token };
}

/**
 * Performs a business day through the server: deliveries, a start and an end of day with a card machine, a
 * collection, a deposit, an order from the store, every list, a document, a refresh and a sign-out. Throws at
 * the first failure.
 */
export async function runBusinessDay(app: Sends, shop: OpenShop, deliveries: number): Promise<void> {
  await deliver(app, shop, deliveries);
  await workTheTable(app, shop);
  await receiveOrder(app);
  await readEverything(app, shop);
  const refreshed = await done(
    await app.send('POST', '/auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: shop.refresh_token },
    }),
  );
  const { access_token } = (await refreshed.json()) as { access_token: string };
  await done(await app.send('POST', '/auth/v1/logout?scope=local', { as: access_token }));
}

/** Changes the password of `driver2`, after a wrong current password was refused. */
export async function changePassword(app: Sends, { driver2 }: OpenShop, new_password: string): Promise<void> {
  const send = (current_password: string) =>
    app.send('POST', '/api/password', { as: driver2.session_id, body: { current_password, new_password } });
  const refused = await send('not the current one');
  if (refused.status !== 422) throw new Error(`a wrong password got ${refused.status}`);
  await done(await send(PASSWORD));
}

async function signIn(app: Sends, name: string, password: string) {
  const send = (tried: string) =>
    app.send('POST', '/auth/v1/token?grant_type=password', {
      body: { email: `${name}@demo.mandoob.example`, password: tried },
    });
  const refused = await send('not the password');
  if (refused.status !== 400) throw new Error(`a wrong password got ${refused.status}`);
  const response = await done(await send(password));
  const { access_token, refresh_token } = (await response.json()) as {
    access_token: string;
    refresh_token: string;
  };
  const profile = (await read(app, access_token, '/api/profile')) as Profile;
  return {
    user_id: profile.id,
    session_id: access_token,
    driver_id: profile.driver?.id ?? null,
    full_name: profile.full_name,
    profile,
    refresh_token,
  };
}

async function deliver(app: Sends, shop: OpenShop, deliveries: number): Promise<void> {
  const { driver } = shop;
  const { orders } = (await read(app, driver.session_id, '/api/orders/assigned')) as { orders: Order[] };
  const chosen = orders.filter(({ status }) => isDeliverable(status)).slice(0, deliveries);
  if (chosen.length < deliveries) throw new Error('the demo shop has too few orders left to deliver');
  for (const order of chosen) {
    const tender = order.payment_method === 'card' ? ('card_machine' as const) : ('cash' as const);
    const prepared = await prepareDelivery(app, shop, driver, order, {
      tender: order.payment_status === 'paid' ? null : tender,
    });
    await done(await sendDelivery(app, driver, prepared));
    await done(
      await app.send('POST', '/functions/v1/fulfill-shopify-order', {
        as: driver.session_id,
        body: { order_id: order.id },
      }),
    );
  }
}

async function workTheTable(app: Sends, shop: OpenShop): Promise<void> {
  const { admin, manager, driver2 } = shop;
  const { card_machines } = (await read(app, admin.session_id, '/api/handovers/drivers')) as HandoverDrivers;
  const card_machine = card_machines.find(({ holder_driver_id }) => holder_driver_id === null);
  if (!card_machine) throw new Error('no card machine is in the shop');
  const card_machine_id = card_machine.id;
  const start = { driver: driver2, amount_fils: 10_000, card_machine_id, card_machine_given: true };
  await done(await sendCommand(app, 'start', admin, await prepareStart(app, shop, start)));
  const end = { driver: driver2, amount_fils: 9_950, card_machine_id, card_machine_received: true };
  await done(await sendCommand(app, 'end', admin, await prepareEnd(app, shop, end)));
  const collected = await prepareCollection(app, shop, { from: driver2, amount_fils: 1_000 });
  await done(await sendCommand(app, 'collection', manager, collected));
  const deposited = await prepareDeposit(app, shop, { amount_fils: 900, notes: 'إيداع' });
  await done(await sendCommand(app, 'deposit', manager, deposited));
}

async function receiveOrder(app: Sends): Promise<void> {
  const number = randomInt(100_000, 1_000_000);
  const order = shopifyOrder({ id: String(9_000_000_000 + number), name: `#${number}` });
  const bytes = new TextEncoder().encode(payloadText(order));
  const headers = {
    'content-type': 'application/json',
    'x-shopify-shop-domain': STORE,
    'x-shopify-hmac-sha256': signatureOf(WEBHOOK_SECRET, bytes),
    'x-shopify-topic': 'orders/create',
    'x-shopify-webhook-id': `kept-${number}`,
  };
  await done(await app.send('POST', '/webhooks/shopify', { bytes, headers }));
}

async function readEverything(app: Sends, { admin, manager, driver }: OpenShop): Promise<void> {
  await done(await app.send('POST', '/api/cash/initialise', { as: driver.session_id }));
  for (const [who, paths] of [
    [driver, ['/api/profile/statistics', '/api/orders/next', '/api/orders/assigned']],
    [
      admin,
      [`/api/handovers/balance?driver_id=${driver.driver_id}`, '/api/handovers/today?handover_type=end'],
    ],
    [manager, ['/api/cash/outstanding', '/api/deposits']],
  ] as const) {
    for (const path of paths) await read(app, who.session_id, path);
  }
  const { deposits } = (await read(app, manager.session_id, '/api/deposits')) as {
    deposits: { document: { path: string; sha256: string } }[];
  };
  const [newest] = deposits;
  if (!newest) throw new Error('the deposit is not listed');
  const { path, sha256 } = newest.document;
  const body = { bucket: 'bank-deposits', path, sha256 };
  const signed = await done(
    await app.send('POST', '/storage/v1/object/sign', { as: manager.session_id, body }),
  );
  const { signed_url } = (await signed.json()) as { signed_url: string };
  await done(await app.send('GET', new URL(signed_url, 'http://any').href.replace('http://any', '')));
}

async function read(app: Sends, as: string, path: string): Promise<unknown> {
  return (await done(await app.send('GET', path, { as }))).json();
}

async function done(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new Error(`${response.url} returned ${response.status}: ${await response.text()}`);
}
