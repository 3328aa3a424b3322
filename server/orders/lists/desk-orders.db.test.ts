import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { response as deskOrders } from '../../../contract/operations/desk/orders/list-desk-orders.schema.ts';
import { response as foundOrders } from '../../../contract/operations/desk/orders/search-desk-orders.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import {
  COUNTED_VIEWS,
  ORDER_SORTS,
  ORDER_VIEWS,
  ORDERS_PAGE,
  SORT_WAYS,
} from '../../../contract/rules/orders/desk-orders.ts';
import { OPEN_STATUSES } from '../../../contract/rules/orders/order-life.ts';
import { viewCounts } from '../../../contract/schemas/desk-orders.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addOrder, createTestShop, type TestShop, type TestStaff } from '../../../tests/support/test-shop.ts';
import { runBackfills } from '../../platform/database/migrations/backfills.ts';
import { silentLog } from '../../platform/logging/log.ts';
import { SEARCH_OF_ORDERS } from '../backfills/backfill-search.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());

async function read(path: string, { session_id }: TestStaff) {
  const response = await app.send('GET', path, { as: session_id });
  return { status: response.status, body: await response.json() };
}

/** Changes an order directly, in ways that no operation does. */
const set = (id: string, columns: Record<string, unknown>) =>
  app.owner.updateTable('orders').set(columns).where('id', '=', id).execute();

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

describe('the views', () => {
  let shop: TestShop;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    shop = await createTestShop(app.owner);
    const other = await createTestShop(app.owner, 'Another Shop');
    await addOrder(app.owner, other, other.driver, { status: 'packed' });
    const no_driver = { driver_id: null };
    const made: [string, Pick<TestStaff, 'driver_id'>, object][] = [
      ['unassigned', no_driver, { status: 'picking' }],
      ['packed', shop.driver, { status: 'packed' }],
      ['sent', shop.driver, { status: 'dispatched' }],
      ['out', shop.driver2, { status: 'dispatching' }],
      ['old', shop.driver2, { status: 'delivering', minutes_ago: 300 }],
      ['promised_old', no_driver, { status: 'packed', minutes_ago: 300 }],
      ['late_by_promise', no_driver, { status: 'packed' }],
      ['cancelled', shop.driver, { status: 'cancelled', minutes_ago: 300 }],
      ['unpaid', no_driver, { status: 'packed', waits_because: 'not_paid' }],
      ['voided', shop.driver2, { status: 'dispatching', waits_because: 'payment_voided' }],
      ['voided_and_cancelled', no_driver, { status: 'cancelled', waits_because: 'payment_voided' }],
    ];
    for (const [name, driver, order] of made) ids[name] = (await addOrder(app.owner, shop, driver, order)).id;
    for (const [name, hours] of [
      ['today', 0.01],
      ['before', 30],
    ] as const) {
      const { id } = await addOrder(app.owner, shop, shop.driver, { minutes_ago: 2000 });
      await set(id, { status: 'completed', payment_status: 'paid', actual_delivery_time: ago(hours) });
      ids[name] = id;
    }
    await set(ids.promised_old ?? '', { promised_at: ago(-1), area: 'Marina' });
    await set(ids.late_by_promise ?? '', { promised_at: ago(0.1), area: 'Deira' });
    await app.owner.updateTable('shops').set({ promise_hours: 4 }).where('id', '=', shop.shop_id).execute();
    const conflict = { shop_id: shop.shop_id, kind: 'conflict', detail: '{}' };
    for (const [name, hours] of [
      ['cancelled', 1],
      ['before', 24 * 8],
    ] as const) {
      const event = { ...conflict, id: newId(), order_id: ids[name] ?? '', recorded_at: ago(hours) };
      await app.owner.insertInto('order_events').values(event).execute();
    }
    const not_imported = { shop_id: shop.shop_id, external_id: '77', not_taken_because: 'no address' };
    await app.owner.insertInto('shopify_orders').values(not_imported).execute();
    const store_order = {
      shop_id: shop.shop_id,
      external_id: '78',
      order_id: ids.out ?? '',
      cancelled_at: ago(1),
    };
    await app.owner.insertInto('shopify_orders').values(store_order).execute();
  });

  const list = async (query: string, as = shop.manager) =>
    deskOrders.parse((await read(`/api/desk/orders?${query}`, as)).body);

  test('contain the orders that belong to them, and the counts match', async () => {
    const expected: Record<string, string[]> = {
      unassigned: ['unassigned', 'promised_old', 'late_by_promise', 'unpaid'],
      to_dispatch: ['packed', 'sent'],
      on_the_road: ['out', 'old', 'voided'],
      late: ['old', 'late_by_promise'],
      conflicts: ['cancelled', 'before'],
      delivered_today: ['today'],
      waiting: ['unpaid', 'voided'],
      all: Object.keys(ids),
    };
    const { counts } = viewCounts.parse((await read('/api/desk/order-counts', shop.admin)).body);
    for (const view of ORDER_VIEWS) {
      const { orders, next } = await list(`view=${view}`);
      const names = expected[view] ?? [];
      expect({ view, ids: orders.map(({ id }) => id).sort() }).toEqual({
        view,
        ids: names.map((name) => ids[name]).sort(),
      });
      expect(next).toBeNull();
      for (const order of orders)
        expect(order.is_late).toBe(expected.late?.some((name) => ids[name] === order.id));
      if (view !== 'all') expect({ view, count: counts[view] }).toEqual({ view, count: names.length });
    }
    expect(counts.not_taken).toBe(1);
    expect(Object.keys(counts).sort()).toEqual([...COUNTED_VIEWS].sort());
    const statuses = (await list('view=all')).orders.map(({ status }) => status);
    for (const status of OPEN_STATUSES) {
      const found = (await list(`view=all&status=${status}`)).orders.map((order) => order.status);
      expect(found).toEqual(statuses.filter((one) => one === status));
    }
    expect((await list('view=on_the_road&status=packed')).orders).toEqual([]);
    const of = Object.fromEntries((await list('view=all')).orders.map((order) => [order.id, order]));
    expect(of[ids.out ?? '']).toMatchObject({
      cancelled_in_store: true,
      driver_name: 'Dina Driver',
      version: 1,
    });
    expect(of[ids.packed ?? '']).toMatchObject({ cancelled_in_store: false, has_conflict: false });
    expect(of[ids.before ?? '']).toMatchObject({ has_conflict: true, is_late: false });
  });

  test('are readable by managers and admins of the shop', async () => {
    for (const path of ['/api/desk/orders', '/api/desk/order-counts', '/api/desk/order-search?words=1']) {
      for (const person of [shop.driver, shop.stranger])
        expect(await read(path, person)).toMatchObject({ status: 403 });
      expect((await read(path, shop.admin)).status).toBe(200);
    }
  });

  test('are paged and sorted by each column, with each order once', async () => {
    const { shop_id, admin, driver } = await createTestShop(app.owner, 'A Large Shop');
    const many = Array.from({ length: ORDERS_PAGE + 30 }, (_, at) => at);
    for (const at of many) {
      const status = at % 2 === 0 ? 'packed' : 'dispatching';
      const { id } = await addOrder(app.owner, { shop_id }, at % 3 === 0 ? { driver_id: null } : driver, {
        status,
        order_number: String(at),
        due_amount_fils: 1000 + (at % 7),
        minutes_ago: at % 5,
      });
      if (at % 4 === 0) await set(id, { area: at % 8 === 0 ? 'marina' : 'Deira', promised_at: ago(at % 9) });
    }
    for (const sort of ORDER_SORTS) {
      for (const way of SORT_WAYS) {
        const first = await list(`view=all&sort=${sort}&way=${way}`, admin);
        expect(first.orders).toHaveLength(ORDERS_PAGE);
        const rest = await list(`view=all&sort=${sort}&way=${way}&after=${first.next}`, admin);
        expect(rest.next).toBeNull();
        const all = [...first.orders, ...rest.orders];
        expect(new Set(all.map(({ id }) => id)).size).toBe(many.length);
        if (sort === 'number') {
          const numbers = all.map(({ order_number }) => Number(order_number));
          expect(numbers).toEqual(way === 'up' ? many : many.toReversed());
        }
        if (sort === 'area') {
          const areas = all.map(({ area }) => area?.toLowerCase() ?? '~');
          expect(areas).toEqual(way === 'up' ? areas.toSorted() : areas.toSorted().toReversed());
        }
      }
    }
    const beyond = await list(`view=all&after=${newId()}`, admin);
    expect(beyond.orders).toEqual([]);
  });
});

describe('the search', () => {
  const NAMES = ['Layla', 'أحمد', 'إسراء', 'فاطِمة', 'Zoë', 'JOSÉ', 'مُنى', 'علی', 'علي', 'Łukasz'];
  const PLACES = [
    'Al Wasl Road 7',
    'شارع الشيخ زايد ١٢',
    'Villa 9%',
    'Gate_2',
    'برج الآرّمادا',
    'Ｍａｒｉｎａ ５',
  ];
  const DRIVERS = ['Dawood Driver', 'Dina Driver'];
  /** The specified normal form, implemented a second time. */
  const form = (text: string) => {
    const [from, to] = ['٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ٱىیکةøłđı', '01234567890123456789اييكهoldi'];
    const bare = text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{Mn}|[\u0640ء]/gu, '');
    return [...bare].map((one) => to[from.indexOf(one)] ?? one).join('');
  };
  let shop: TestShop;
  const stored: { id: string; texts: string[] }[] = [];

  beforeAll(async () => {
    shop = await createTestShop(app.owner, 'A Searched Shop');
    for (let at = 0; at < 48; at++) {
      const driver = [shop.driver, shop.driver2, { driver_id: null }][at % 3] ?? shop.driver;
      const { id, order_number } = await addOrder(app.owner, shop, driver, { minutes_ago: at });
      const [first_name, last_name] = [
        NAMES[at % NAMES.length] ?? '',
        NAMES[(at * 5 + 3) % NAMES.length] ?? '',
      ];
      const delivery_address = PLACES[at % PLACES.length] ?? '';
      const area = at % 2 === 0 ? null : 'دبي مارينا';
      const phone = `+971 50 ${200 + at} 45${10 + at}`;
      await set(id, { delivery_address, area });
      const { customer_id } = await app.owner
        .selectFrom('orders')
        .select('customer_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await app.owner
        .updateTable('customers')
        .set({ first_name, last_name, phone })
        .where('id', '=', customer_id)
        .execute();
      const named = [order_number, first_name, last_name, delivery_address, ...(area === null ? [] : [area])];
      const name = driver.driver_id === null ? [] : [form(DRIVERS[at % 3] ?? '')];
      stored.push({ id, texts: [form(named.join(' ')), phone.replace(/\D/g, ''), ...name] });
    }
  });

  const find = async (words: string, as = shop.manager) => {
    const response = await read(`/api/desk/order-search?words=${encodeURIComponent(words)}`, as);
    return foundOrders.parse(response.body).orders.map(({ id }) => id);
  };

  test('finds exactly the orders that contain every word, whatever its spelling', async () => {
    const word = fc
      .tuple(
        fc.constantFrom(...NAMES, ...PLACES, ...DRIVERS, '1005', '45', 'دبى', 'MARINA'),
        fc.nat(6),
        fc.nat(9),
      )
      .map(([text, from, length]) => text.slice(from, from + length + 1));
    const spelled = fc.tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.boolean());
    await fc.assert(
      fc.asyncProperty(spelled, async ([words, upper]) => {
        const typed = words.join(' ');
        const terms = form(typed).split(/\s+/).filter(Boolean);
        fc.pre(terms.length > 0);
        const expected = stored.filter(({ texts }) =>
          terms.every((one) => texts.some((text) => text.includes(one))),
        );
        expect(await find(upper ? typed.toUpperCase() : typed)).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: 60 },
    );
  });

  test('finds a phone number in any spelling, an order number with #, and nothing of another shop', async () => {
    const of = (at: number) => stored[at]?.id;
    for (const phone of [
      '+971502114521',
      '0502114521',
      '050 211 4521',
      '00971 50 211-4521',
      '٠٥٠٢١١٤٥٢١',
      '2114521',
    ])
      expect({ phone, found: await find(phone) }).toEqual({ phone, found: [of(11)] });
    const [number = ''] = stored[3]?.texts[0]?.split(' ') ?? [];
    expect(await find(`#${number}`)).toContain(of(3));
    await set(of(3) ?? '', { order_number: 'A-1001' });
    for (const written of ['a-1001', '#A-1001', 'Ａ-１００１', 'a-١٠٠١', '\u200EA-1001'])
      expect({ written, found: await find(written) }).toEqual({ written, found: [of(3)] });
    for (const nothing of ['\u001f', '%', '_', "' or true --", '\\'])
      expect((await find(`${nothing} nowhere`)).length).toBe(0);
    const elsewhere = await createTestShop(app.owner, 'A Shop elsewhere');
    expect(await find('Layla', elsewhere.admin)).toEqual([]);
  });

  test('follows changes, and finds older orders after their backfill', async () => {
    const [first, second] = [stored[0]?.id ?? '', stored[1]?.id ?? ''];
    await set(first, { delivery_address: 'Somewhere New', driver_id: shop.driver2.driver_id });
    expect(await find('somewhere dina')).toEqual([first]);
    await app.database.owner.query('delete from order_search where order_id = $1', [second]);
    expect(await find('45')).not.toContain(second);
    await runBackfills(app.owner, [SEARCH_OF_ORDERS], silentLog, new AbortController().signal);
    expect(await find('45')).toContain(second);
  });
});
