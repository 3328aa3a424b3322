import { keptProduct } from '../../orders/incoming/read-incoming.ts';
import { ShopifyError } from '../api/shopify-error.ts';

/** A line of a part delivery, with the quantities that were on the way and handed over. */
export type DeliveredLine = {
  qty: number;
  handed_over: number;
  name: string;
  /** Undefined if the order's line was replaced since. */
  sku?: string | null | undefined;
  unit_price_fils: number;
  /** The store's id of the line; null if the order was imported without it. */
  external_id: string | null;
};

export type StoreLine = {
  id: string;
  name: string;
  sku: string;
  unit_price_fils: number;
  /** The quantity after edits of the order. */
  current_quantity: number;
  unfulfilled_quantity: number;
};

/**
 * Finds the store's line of each delivered line from which goods were handed over: by its id, else by
 * product, price and the order of lines. Throws ShopifyError if a line matches no line or several.
 */
export function matchStoreLines(
  delivered: readonly DeliveredLine[],
  store_lines: readonly StoreLine[],
): { line: DeliveredLine; store_line: StoreLine }[] {
  const with_id = delivered.flatMap((line) => {
    const store_line = store_lines.find(({ id }) => id === line.external_id);
    return store_line ? [{ line, store_line }] : [];
  });
  const used = new Set(with_id.map(({ store_line }) => store_line.id));
  const left = store_lines.filter(({ id }) => !used.has(id));
  const without_id = delivered.filter((line) => with_id.every((one) => one.line !== line));
  const by_product = without_id.flatMap((line, at) => {
    if (without_id.findIndex((one) => isEqual(one, line)) !== at) return [];
    return pairsOf(
      without_id.filter((one) => isEqual(one, line)),
      left.filter((one) => isOf(line, one)),
    );
  });
  return [...with_id, ...by_product].filter(({ line }) => line.handed_over > 0);
}

/** Pairs lines of equal products in their order, if there are equally many. Throws ShopifyError. */
function pairsOf(lines: DeliveredLine[], all: StoreLine[]) {
  if (lines.every(({ handed_over }) => handed_over === 0)) return [];
  const remaining = all.filter(({ current_quantity }) => current_quantity > 0);
  // Lines that the store had sent separately were not imported.
  const open = remaining.filter(({ unfulfilled_quantity }) => unfulfilled_quantity > 0);
  const same = [remaining, open].find(({ length }) => length === lines.length);
  if (!same) throw unclear();
  return lines.flatMap((line, at) => (same[at] ? [{ line, store_line: same[at] }] : []));
}

function unclear(): ShopifyError {
  return new ShopifyError(
    'rejected',
    'A delivered item matches no single item of the order in the store: fulfil the order there',
  );
}

function isEqual(one: DeliveredLine, other: DeliveredLine): boolean {
  return one.name === other.name && one.sku === other.sku && one.unit_price_fils === other.unit_price_fils;
}

function isOf({ name, sku, unit_price_fils }: DeliveredLine, line: StoreLine): boolean {
  const product = keptProduct(line);
  const has_sku = sku === undefined || product.sku === sku;
  return product.name === name && has_sku && line.unit_price_fils === unit_price_fils;
}
