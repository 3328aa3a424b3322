import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { PAYMENT_MEANINGS, type PaymentMeaning } from '../../../contract/rules/import/source-names.ts';
import type { NameDefinition } from '../../../contract/schemas/names.ts';
import { leftBy } from '../../../tests/support/audit.ts';
import { build } from '../../../tests/support/query-builder.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { problemOf } from '../../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestShop, type TestStaff } from '../../../tests/support/test-shop.ts';
import { waitingForLocks } from '../../../tests/support/waiting-for-locks.ts';
import { keepNames, readOwnNames } from '../../orders/incoming/own-names.ts';
import { paymentOnDelivery } from '../../orders/incoming/payment-on-delivery.ts';
import { inTransaction } from '../../platform/database/transactions.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

const NOW = new Date('2026-11-28T09:00:00Z');

const pay = (name: string, meaning: PaymentMeaning) => ({ kind: 'payment', name, meaning }) as const;

async function post(path: string, names: NameDefinition[], by: TestStaff, command_id: string = newId()) {
  const headers = { 'idempotency-key': command_id };
  return app.send('POST', path, { as: by.session_id, body: { names }, headers });
}

async function define(names: NameDefinition[], by = shop.manager, command_id: string = newId()) {
  const response = await post('/api/names', names, by, command_id);
  expect(response.status).toBe(200);
  return (await response.json()) as EndpointResponse<'define_names'>;
}

async function preview(names: NameDefinition[], by = shop.manager) {
  const response = await post('/api/names/preview', names, by);
  expect(response.status).toBe(200);
  return (await response.json()) as EndpointResponse<'preview_names'>;
}

async function list(by = shop.manager): Promise<EndpointResponse<'list_names'>['names']> {
  const response = await app.send('GET', '/api/names', { as: by.session_id });
  expect(response.status).toBe(200);
  return ((await response.json()) as EndpointResponse<'list_names'>).names;
}

type Given = {
  status?: 'picking' | 'packed' | 'dispatched' | 'dispatching';
  to?: TestStaff | null;
  due?: number | null;
};

/** Adds an order as its source sends it, with the payment that its names mean on arrival. */
async function order(payment_names: string[], { status = 'picking', to = null, due = 5_500 }: Given = {}) {
  const added = await addOrder(app.owner, shop, to ?? { driver_id: null }, {
    status,
    due_amount_fils: 5_500,
  });
  const own = await inTransaction(app.owner, (tx) => readOwnNames(tx, shop.shop_id));
  const reported = { names: payment_names, due_fils: due, total_fils: 5_500 };
  const { waits_because, ...payment } = paymentOnDelivery(reported, own.payment);
  const columns = to === null || status.startsWith('d') ? { ...payment, waits_because } : payment;
  await app.owner.updateTable('orders').set(columns).where('id', '=', added.id).execute();
  await keep(payment_names);
  return added.id;
}

function keep(names: string[], kind: 'payment' | 'status' = 'payment') {
  return inTransaction(app.owner, async (tx) => {
    const own = await readOwnNames(tx, shop.shop_id);
    await keepNames(tx, shop.shop_id, own, { kind, names }, NOW);
  });
}

const orderOf = (id: string) =>
  app.owner.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function historyOf(id: string) {
  const lines = app.owner.selectFrom('order_events').select(['kind', 'detail', 'actor_user_id']);
  return lines.where('order_id', '=', id).orderBy('recorded_at').orderBy('id').execute();
}

describe('defining a name', () => {
  test('releases the orders waiting for it, once for a repeated command', async () => {
    const [one, both] = [await order(['Bank of Dubai']), await order(['Bank of  DUBAI', 'Voucher 7'])];
    expect(await orderOf(one)).toMatchObject({ waits_because: 'payment_unknown', payment_method: 'online' });
    const version = (await orderOf(one)).version;
    const command_id = newId();
    const { audit, topics } = await leftBy(app.owner, async () => {
      const sent = await Promise.all(
        [1, 2].map(() => define([pay('bank of dubai', 'either')], shop.admin, command_id)),
      );
      expect(sent).toEqual([{ changed_orders: 1 }, { changed_orders: 1 }]);
    });
    expect(audit).toMatchObject([
      {
        what: 'define_names',
        before: { meanings: [null] },
        after: { names: ['bank of dubai'], meanings: ['either'], changed_orders: 1 },
      },
    ]);
    expect(topics.sort()).toEqual(['orders', 'shop']);
    expect(await orderOf(one)).toMatchObject({
      payment_method: 'cash',
      pays_either: true,
      due_amount_fils: 5_500,
      waits_because: null,
      version: version + 1,
    });
    expect(await orderOf(both)).toMatchObject({ waits_because: 'payment_unknown' });
    expect(await historyOf(one)).toMatchObject([
      {
        kind: 'updated',
        actor_user_id: shop.admin.user_id,
        detail: {
          changed: 'payment',
          steps: [
            { what: 'payment_method', from: 'online', to: 'either' },
            { what: 'waits_because', from: 'payment_unknown', to: null },
          ],
        },
      },
    ]);
  });

  test('a name that means instalments makes nothing due and keeps the previous amount due', async () => {
    const id = await order(['Easy Pay']);
    await define([pay('Easy Pay', 'instalments')]);
    expect(await orderOf(id)).toMatchObject({
      payment_method: 'online',
      payment_status: 'paid',
      due_amount_fils: 0,
      paid_amount_fils: 5_500,
      waits_because: null,
    });
    const kept = await app.owner.selectFrom('order_amounts').selectAll().where('order_id', '=', id).execute();
    expect(kept).toMatchObject([{ due_amount_fils: 5_500 }]);
    expect((await historyOf(id))[0]?.detail).toMatchObject({ due_from_fils: 5_500, due_to_fils: 0 });
  });

  test('sets the amount due of an order whose source sends none', async () => {
    const id = await order(['Credit Card'], { due: null });
    expect(await orderOf(id)).toMatchObject({ waits_because: 'payment_unknown', due_amount_fils: 5_500 });
    await define([pay('Credit Card', 'online')]);
    expect(await orderOf(id)).toMatchObject({
      waits_because: null,
      due_amount_fils: 0,
      payment_status: 'paid',
    });
    await define([pay('Credit Card', 'cash')]);
    expect(await orderOf(id)).toMatchObject({
      payment_method: 'cash',
      due_amount_fils: 5_500,
      waits_because: null,
    });
  });

  test('a name that means not paid yet makes the order wait and unassigns its driver', async () => {
    const id = await order(['COD'], { status: 'packed', to: shop.driver });
    expect(await preview([pay('COD', 'unpaid')])).toMatchObject({
      total: 1,
      orders: [{ order_id: id, to: { waits_because: 'not_paid' }, taken_from: 'Dawood Driver' }],
    });
    const touched = await leftBy(app.owner, () => define([pay('COD', 'unpaid')]));
    expect(touched.topics.sort()).toEqual(['orders', 'shop']);
    expect(await orderOf(id)).toMatchObject({ waits_because: 'not_paid', driver_id: null });
    expect((await historyOf(id)).map(({ kind }) => kind).sort()).toEqual(['unassigned', 'updated']);
    const assignments = app.owner.selectFrom('order_assignments').select('ended_at');
    expect(await assignments.where('order_id', '=', id).execute()).toEqual([{ ended_at: expect.any(Date) }]);
  });

  test('keeps orders that are on the road, corrected by a user, refunded or whose payment was voided', async () => {
    const on_the_road = await order(['COD'], { status: 'dispatched', to: shop.driver });
    const [corrected, refunded, voided] = [await order(['COD']), await order(['COD']), await order(['COD'])];
    const set = (id: string, columns: object) =>
      app.owner.updateTable('orders').set(columns).where('id', '=', id).execute();
    await set(corrected, { payment_names: null, told_due_fils: null });
    await set(refunded, { refund: 'full' });
    await set(voided, { waits_because: 'payment_voided' });
    const ids = [on_the_road, corrected, refunded, voided];
    const before = await Promise.all(ids.map(orderOf));
    expect(await preview([pay('COD', 'online')])).toEqual({ total: 0, orders: [] });
    expect(await define([pay('COD', 'online')])).toEqual({ changed_orders: 0 });
    expect(await Promise.all(ids.map(orderOf))).toEqual(before);
  });

  test('a missing payment name can have a meaning', async () => {
    const id = await order([]);
    expect(await list()).toMatchObject([{ kind: 'payment', name: '', meaning: null, waiting_orders: 1 }]);
    await define([pay('', 'cash')]);
    expect(await orderOf(id)).toMatchObject({ payment_method: 'cash', waits_because: null });
  });

  test('a name defined again with its present meaning records nothing', async () => {
    await define([pay('Visa', 'card')]);
    const { audit, topics } = await leftBy(app.owner, () => define([pay('VISA', 'card')]));
    expect({ audit, topics }).toEqual({ audit: [], topics: [] });
  });

  test('a status and a payment name may have the same text', async () => {
    await define([
      { kind: 'status', name: 'Waiting for pickup', meaning: 'over' },
      pay('Waiting for pickup', 'cash'),
    ]);
    const own = await inTransaction(app.owner, (tx) => readOwnNames(tx, shop.shop_id));
    expect(own.status.get('waiting for pickup')).toBe('over');
    expect(own.payment.get('waiting for pickup')).toBe('cash');
  });

  test.each([
    ['an empty list', []],
    ['a repeated name', [pay('Visa', 'card'), pay(' VISA! ', 'cash')]],
    ['a meaning of the other kind', [{ kind: 'status', name: 'Open', meaning: 'cash' }]],
    ['a name that is too long', [pay('x'.repeat(201), 'cash')]],
    ['a list of 51 names', Array.from({ length: 51 }, (_, at) => pay(`Name ${at}`, 'cash'))],
  ])('%s is refused', async (_, names) => {
    expect(await problemOf(await post('/api/names', names as NameDefinition[], shop.admin))).toEqual({
      status: 422,
      code: 'invalid_input',
    });
  });

  test('Admins and Managers may define names; another shop’s names and orders stay unchanged', async () => {
    const here = await order(['Visa']);
    const other = await createTestShop(app.owner, 'Other Shop');
    for (const by of [shop.driver, shop.stranger]) {
      for (const path of ['/api/names', '/api/names/preview'])
        expect(await problemOf(await post(path, [pay('Visa', 'cash')], by))).toMatchObject({ status: 403 });
      expect((await app.send('GET', '/api/names', { as: by.session_id })).status).toBe(403);
    }
    expect(await preview([pay('Visa', 'cash')], other.admin)).toEqual({ total: 0, orders: [] });
    await define([pay('Visa', 'cash')], other.admin);
    expect(await orderOf(here)).toMatchObject({ waits_because: 'payment_unknown' });
    expect(await list(other.admin)).toMatchObject([{ name: 'Visa', meaning: 'cash' }]);
    expect(await list()).toMatchObject([{ name: 'Visa', meaning: null }]);
  });
});

describe('the list of names', () => {
  test('lists undefined names first by waiting orders, and names the user of each definition', async () => {
    await keep(['Cash on Delivery', 'Visa', 'Voucher']);
    await keep(['Picked'], 'status');
    await order(['Voucher', 'Visa']);
    await order(['Voucher']);
    await define([pay('Aramex', 'card')], shop.admin);
    expect(await list()).toEqual([
      expect.objectContaining({ name: 'Voucher', meaning: null, waiting_orders: 2, defined: null }),
      expect.objectContaining({ name: 'Visa', meaning: null, waiting_orders: 1 }),
      expect.objectContaining({ kind: 'status', name: 'Picked', meaning: null, waiting_orders: 0 }),
      expect.objectContaining({ name: 'Aramex', defined: { by: 'Amal Admin', at: expect.any(String) } }),
      expect.objectContaining({ name: 'Cash on Delivery', meaning: 'cash', defined: null, remembered: [] }),
    ]);
    const counted = await app.send('GET', '/api/desk/order-counts', { as: shop.manager.session_id });
    expect(await counted.json()).toMatchObject({ names_to_define: 3 });
  });

  test('a new unknown name triggers a notification; a known or already seen name does not', async () => {
    const topicsOf = async (names: string[]) => (await leftBy(app.owner, () => keep(names))).topics;
    expect(await topicsOf(['Visa', 'COD'])).toEqual(['shop']);
    expect(await topicsOf(['Visa', 'Cash'])).toEqual([]);
  });

  test('stores at most 1,000 names; an order with another name waits until that is defined', async () => {
    await app.owner
      .insertInto('source_names')
      .values(
        Array.from({ length: 999 }, (_, at) => {
          const name = `name ${at}`;
          return {
            shop_id: shop.shop_id,
            kind: 'payment',
            key: name,
            name,
            meaning: 'online',
            first_seen_at: NOW,
          };
        }),
      )
      .execute();
    const id = await order(['Further A', 'Further B']);
    const names = await list();
    expect(names).toHaveLength(1_001);
    expect(names.slice(0, 2)).toMatchObject([{ waiting_orders: 1 }, { waiting_orders: 1 }]);
    await define([pay('Further A', 'cash'), pay('Further B', 'cash')]);
    expect(await orderOf(id)).toMatchObject({ waits_because: null, payment_method: 'cash' });
  });
});

const remember = (name: string, meaning: PaymentMeaning) =>
  app.owner
    .insertInto('source_names')
    .values({
      shop_id: shop.shop_id,
      kind: 'payment',
      key: name,
      name,
      meaning,
      is_remembered: true,
      first_seen_at: NOW,
    })
    .execute();

describe('names that a previous version remembered', () => {
  test('keep their meaning unless they contradict each other or the general meaning', async () => {
    await remember('bank transfer', 'online');
    await remember('visa - door', 'card');
    await remember('visa / door', 'online');
    await remember('tabby', 'cash');
    expect(await list()).toMatchObject([
      { name: 'tabby', meaning: null, remembered: [{ name: 'tabby', meaning: 'cash' }] },
      {
        name: 'visa / door',
        meaning: null,
        remembered: [
          { name: 'visa - door', meaning: 'card' },
          { name: 'visa / door', meaning: 'online' },
        ],
      },
      { name: 'bank transfer', meaning: 'online', remembered: [] },
    ]);
    await define([pay('Visa, door', 'card'), pay('tabby', 'instalments')]);
    expect((await list()).map(({ meaning }) => meaning)).toEqual(['online', 'instalments', 'card']);
    const words = app.owner.selectFrom('source_names').select('key').where('is_remembered', '=', true);
    expect(await words.execute()).toEqual([{ key: 'bank transfer' }]);
  });

  test('pages of the previous version read and define names by three methods', async () => {
    await remember('bank transfer', 'online');
    const waiting = await order(['Visa']);
    const say = (methods: object[]) =>
      app.send('POST', '/api/import/methods', { as: shop.manager.session_id, body: { methods } });
    const { audit } = await leftBy(app.owner, async () => {
      const methods = [
        { word: 'visa', method: 'card' },
        { word: 'Visa ', method: 'card' },
      ];
      expect((await say(methods)).status).toBe(200);
    });
    expect(audit).toMatchObject([{ what: 'remember_import_methods' }]);
    expect(await orderOf(waiting)).toMatchObject({ payment_method: 'card', waits_because: null });
    await define([pay('Cash or POS', 'either'), pay('Later', 'instalments'), pay('Never', 'unpaid')]);
    const memory = await app.send('GET', '/api/import/memory', { as: shop.manager.session_id });
    const { methods } = (await memory.json()) as EndpointResponse<'read_import_memory'>;
    expect(methods.sort((a, b) => (a.word < b.word ? -1 : 1))).toEqual([
      { word: 'bank transfer', method: 'online' },
      { word: 'cash or pos', method: 'cash' },
      { word: 'later', method: 'online' },
      { word: 'visa', method: 'card' },
    ]);
    expect((await say([])).status).toBe(200);
    expect(
      await app.owner.selectFrom('import_methods').selectAll().where('shop_id', '=', shop.shop_id).execute(),
    ).toEqual([]);
  });
});

describe('concurrent definitions', () => {
  test('two definitions of the names of one order release it', async () => {
    const ids = [await order(['Visa', 'Amex']), await order(['Amex', 'Visa'])];
    await Promise.all([define([pay('Visa', 'card')], shop.admin), define([pay('Amex', 'card')])]);
    for (const id of ids)
      expect(await orderOf(id)).toMatchObject({ waits_because: null, payment_method: 'card' });
  });

  test('the last of two definitions of a name applies to the name and to its orders', async () => {
    const id = await order(['Visa']);
    await Promise.all([define([pay('Visa', 'card')], shop.admin), define([pay('Visa', 'online')])]);
    const [{ meaning } = { meaning: null }] = await list();
    expect((await orderOf(id)).payment_method).toBe(meaning);
  });

  test('a definition based on an outdated meaning is refused and changes no order', async () => {
    const seen = null;
    const id = await order(['Visa']);
    const sent = await Promise.all([
      post('/api/names', [{ ...pay('Visa', 'card'), seen }], shop.admin),
      post('/api/names', [{ ...pay('VISA', 'online'), seen }], shop.manager),
    ]);
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = sent.find(({ status }) => status === 409);
    expect(refused && (await problemOf(refused))).toMatchObject({ code: 'already_exists' });
    const [{ meaning } = { meaning: null }] = await list();
    const { version, waits_because } = await orderOf(id);
    expect(meaning).toBe(sent[0]?.status === 200 ? 'card' : 'online');
    // A definition is accepted without changes, with the current meaning as seen, or from an older page.
    await define([{ kind: 'payment', name: 'Visa', meaning: meaning as PaymentMeaning, seen: 'cash' }]);
    expect(await orderOf(id)).toMatchObject({ version, waits_because });
    await define([{ ...pay('Visa', 'either'), seen: meaning as PaymentMeaning }]);
    await define([pay('Visa', 'cash')]);
    expect(await orderOf(id)).toMatchObject({ payment_method: 'cash', waits_because: null });
  });

  test('the usual meaning of a name that no source has used counts as seen', async () => {
    await define([{ ...pay('COD', 'card'), seen: 'cash' }]);
    const again = await post('/api/names', [{ ...pay('COD', 'online'), seen: 'cash' }], shop.admin);
    expect(again.status).toBe(409);
    await define([{ ...pay('COD', 'online'), seen: 'card' }]);
  });

  test('a transaction that has read an outdated meaning is retried', async () => {
    const attempts: (string | null | undefined)[] = [];
    await keep(['Visa']);
    await inTransaction(app.owner, async (tx) => {
      const own = await readOwnNames(tx, shop.shop_id);
      attempts.push(own.payment.get('visa'));
      if (attempts.length === 1) await define([pay('Visa', 'card')]);
      await keepNames(tx, shop.shop_id, own, { kind: 'payment', names: ['Visa'] }, NOW);
    });
    expect(attempts).toEqual([null, 'card']);
  });

  test.each(['bank transfer', 'bank - transfer'])(
    'a definition of the remembered name "%s" waits for a transaction that writes orders with it',
    async (word) => {
      await remember(word, 'cash');
      const id = await order(['Bank Transfer']);
      await app.owner.updateTable('orders').set({ payment_names: null }).where('id', '=', id).execute();
      let defining: Promise<unknown> | undefined;
      await inTransaction(app.owner, async (tx) => {
        const own = await readOwnNames(tx, shop.shop_id);
        await keepNames(tx, shop.shop_id, own, { kind: 'payment', names: ['Bank Transfer'] }, NOW);
        defining = define([pay('Bank Transfer', 'card')]);
        await expect.poll(() => waitingForLocks(app.owner)).toBe(1);
        const names = { payment_names: ['Bank Transfer'] };
        await build(tx).updateTable('orders').set(names).where('id', '=', id).execute();
      });
      await defining;
      expect(await orderOf(id)).toMatchObject({ payment_method: 'card' });
    },
  );

  test('a definition waits for a transaction that writes orders with its name, and applies to them', async () => {
    const id = await order(['Visa']);
    await app.owner.updateTable('orders').set({ payment_names: null }).where('id', '=', id).execute();
    let defining: Promise<unknown> | undefined;
    await inTransaction(app.owner, async (tx) => {
      const own = await readOwnNames(tx, shop.shop_id);
      await keepNames(tx, shop.shop_id, own, { kind: 'payment', names: ['Visa'] }, NOW);
      defining = define([pay('Visa', 'card')]);
      await build(tx)
        .updateTable('orders')
        .set({ payment_names: ['Visa'] })
        .where('id', '=', id)
        .execute();
    });
    await defining;
    expect(await orderOf(id)).toMatchObject({ waits_because: null, payment_method: 'card' });
  });
});

test('after any definitions, every order before dispatch matches the meanings of its names', async () => {
  const names = ['Visa', 'COD', 'Tabby', 'Bank'];
  const definitions = fc.uniqueArray(
    fc.record({
      kind: fc.constant('payment' as const),
      name: fc.constantFrom(...names),
      meaning: fc.constantFrom(...PAYMENT_MEANINGS),
    }),
    { minLength: 1, maxLength: 3, selector: ({ name }) => name },
  );
  const orders = fc.record({
    names: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }),
    due: fc.constantFrom(null, 0, 2_000, 5_500),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(orders, { minLength: 1, maxLength: 4 }),
      fc.array(definitions, { minLength: 1, maxLength: 4 }),
      async (given, steps) => {
        shop = await createTestShop(app.owner);
        const ids: string[] = [];
        for (const { names: payment_names, due } of given) ids.push(await order(payment_names, { due }));
        for (const step of steps) {
          const shown = await preview(step);
          expect(await define(step)).toEqual({ changed_orders: shown.total });
          for (const { order_id, to } of shown.orders) expect(await orderOf(order_id)).toMatchObject(to);
        }
        const own = await inTransaction(app.owner, (tx) => readOwnNames(tx, shop.shop_id));
        for (const [at, id] of ids.entries()) {
          const { names = [], due: due_fils = null } = given[at] ?? {};
          const payment = paymentOnDelivery({ names, due_fils, total_fils: 5_500 }, own.payment);
          expect(await orderOf(id)).toMatchObject(payment);
        }
      },
    ),
    { numRuns: 12 },
  );
});
