import { customerName } from '../../components/customer-contact.tsx';
import type { Stop } from '../delivery/stops.ts';
import { isToLoad } from './stop-wait.ts';

/** One line of an order that is to be loaded. */
export type LoadLine = {
  item_id: string;
  order_id: string;
  order_number: string;
  name: string;
  /** Barcode, else SKU; null if the product has neither. */
  code: string | null;
  /** The picked quantity if picking is recorded, else the ordered one; at least 1. */
  qty: number;
};

export type LoadStop = {
  order_id: string;
  order_number: string;
  customer_name: string;
  lines: readonly LoadLine[];
};

/** All lines of one product. */
type LoadProduct = {
  key: string;
  name: string;
  code: string | null;
  /** The sum of its lines. */
  qty: number;
  lines: readonly LoadLine[];
};

export type GoodsToLoad = { stops: readonly LoadStop[]; products: readonly LoadProduct[] };

/** Returns the goods of all stops that are not on the road: per stop in driving order, and by product. */
export function goodsToLoad(stops: readonly Stop[]): GoodsToLoad {
  const listed = stops.filter(isToLoad).map(stopToLoad);
  const products = new Map<string, LoadLine[]>();
  for (const line of listed.flatMap(({ lines }) => lines)) {
    const key = JSON.stringify([line.name, line.code]);
    products.set(key, [...(products.get(key) ?? []), line]);
  }
  const summed = [...products].flatMap(([key, lines]) => {
    const [first] = lines;
    return first ? [{ key, name: first.name, code: first.code, qty: sumOf(lines), lines }] : [];
  });
  return { stops: listed, products: summed.toSorted((one, other) => one.name.localeCompare(other.name)) };
}

function stopToLoad({ order }: Stop): LoadStop {
  const { id: order_id, order_number, customer, items } = order;
  const lines = items.flatMap(({ id: item_id, qty, picked_qty, product }) => {
    const to_load = picked_qty ?? qty;
    const code = product.barcode ?? product.sku;
    return to_load > 0 ? [{ item_id, order_id, order_number, name: product.name, code, qty: to_load }] : [];
  });
  return { order_id, order_number, customer_name: customerName(customer), lines };
}

/** Returns the quantity of all these lines. */
export function sumOf(lines: readonly LoadLine[]): number {
  return lines.reduce((sum, { qty }) => sum + qty, 0);
}
