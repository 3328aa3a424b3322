import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORDER_STATUSES } from '../../../contract/rules/orders/order-life.ts';
import type { OrderLineItem, OrderWithItems } from '../../../contract/schemas/orders.ts';
import { deliveryOrder } from '../../../tests/support/delivery-order.ts';
import { goodsToLoad, sumOf } from './goods-to-load.ts';

type Given = Partial<Pick<OrderLineItem, 'qty' | 'picked_qty'>> & { barcode?: string; sku?: string };

let made = 0;

function line(name: string, { qty = 1, picked_qty = null, barcode, sku }: Given = {}): OrderLineItem {
  made += 1;
  const product = { name, barcode: barcode ?? null, sku: sku ?? null };
  return { id: `line ${made}`, qty, picked_qty, unit_price_fils: 100, line_total_fils: 100, product };
}

const stopOf = (order: Partial<OrderWithItems>, confirmed = false) => ({
  order: deliveryOrder({ status: 'dispatched', ...order }),
  entry: undefined,
  confirmed,
});

describe('the goods to load', () => {
  it('are summed by product over all stops, sorted by name', () => {
    const { products, stops } = goodsToLoad([
      stopOf({ order_number: '1', items: [line('Kibbeh', { qty: 2 }), line('Ayran')] }),
      stopOf({ order_number: '2', status: 'packed', items: [line('Kibbeh', { qty: 3 })] }),
      stopOf({ order_number: '3', status: 'picking', items: [line('Ayran', { qty: 4 })] }),
    ]);
    expect(products.map(({ name, qty, lines }) => [name, qty, lines.map((one) => one.order_number)])).toEqual(
      [
        ['Ayran', 5, ['1', '3']],
        ['Kibbeh', 5, ['1', '2']],
      ],
    );
    expect(stops.map(({ order_number, lines }) => [order_number, lines.length])).toEqual([
      ['1', 2],
      ['2', 1],
      ['3', 1],
    ]);
  });

  it('keep products with the same name and different codes apart', () => {
    const items = [
      line('Oud', { barcode: '629100' }),
      line('Oud', { barcode: '629101' }),
      line('Oud', { sku: 'OUD-50' }),
      line('Oud', { barcode: '629100', sku: 'other' }),
    ];
    const { products } = goodsToLoad([stopOf({ items })]);
    expect(products.map(({ code, qty }) => [code, qty])).toEqual([
      ['629100', 2],
      ['629101', 1],
      ['OUD-50', 1],
    ]);
  });

  it('count the picked quantity if picking is recorded, and no line of which nothing was picked', () => {
    const items = [line('Kibbeh', { qty: 3, picked_qty: 2 }), line('Ayran', { qty: 1, picked_qty: 0 })];
    const { products } = goodsToLoad([stopOf({ items })]);
    expect(products.map(({ name, qty }) => [name, qty])).toEqual([['Kibbeh', 2]]);
  });

  it('exclude stops on the road, closed ones and delivered ones', () => {
    const of = ORDER_STATUSES.map((status) => stopOf({ status, order_number: status, items: [line('A')] }));
    const confirmed = stopOf({ order_number: 'confirmed', items: [line('A')] }, true);
    expect(goodsToLoad([...of, confirmed]).stops.map(({ order_number }) => order_number)).toEqual([
      'picking',
      'packed',
      'dispatched',
    ]);
  });

  it('have the same sum by product and by stop', () => {
    const items = fc.array(
      fc
        .tuple(fc.constantFrom('A', 'B', 'C'), fc.integer({ min: 0, max: 9 }))
        .map(([name, qty]) => line(name, { qty })),
    );
    const given = fc.array(fc.record({ status: fc.constantFrom(...ORDER_STATUSES), items }));
    fc.assert(
      fc.property(given, (orders) => {
        const { products, stops } = goodsToLoad(orders.map((order) => stopOf(order)));
        const by_stop = sumOf(stops.flatMap(({ lines }) => lines));
        expect(products.reduce((sum, { qty }) => sum + qty, 0)).toBe(by_stop);
        expect(new Set(products.map(({ name }) => name)).size).toBe(products.length);
      }),
    );
  });
});
