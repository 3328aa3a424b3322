import {
  IMPORT_COLUMN_NAME_MAX,
  type ListField,
  type ListLayout,
} from '../../../../contract/rules/import/import-fields.ts';
import {
  headerKey,
  keyInAed,
  LIST_HEADERS,
  WOOCOMMERCE_HEADERS,
} from '../../../../contract/rules/import/list-headers.ts';
import { SHOPIFY_REQUIRED } from '../../../../contract/rules/import/shopify-columns.ts';

/** Guesses the column of each field from the headers. Each column is used once. */
export function guessColumns(header: readonly string[]): ListLayout['columns'] {
  const free = new Map(header.map((name) => [keyInAed(name), name]));
  const columns: ListLayout['columns'] = {};
  for (const [field, names] of Object.entries(LIST_HEADERS) as [
    ListField,
    readonly (string | readonly string[])[],
  ][]) {
    for (const name of names) {
      const wanted = typeof name === 'string' ? [name] : name;
      const found = wanted.flatMap((one) => free.get(one) ?? []);
      const [first, ...more] = found;
      // The first of several columns is required; an address may have no second line.
      if (first === undefined || keyInAed(first) !== wanted[0]) continue;
      columns[field] = [first, ...more];
      for (const one of found) free.delete(keyInAed(one));
      break;
    }
  }
  return columns;
}

/** Counts the cells of a row that are known headers. */
export function headersAmong(cells: readonly string[]): number {
  const known = new Set(Object.values(LIST_HEADERS).flat(2) as string[]);
  return cells.filter((cell) => cell.length <= IMPORT_COLUMN_NAME_MAX && known.has(keyInAed(cell))).length;
}

export function isShopifyExport(header: readonly string[]): boolean {
  return SHOPIFY_REQUIRED.every((column) => header.includes(column));
}

/** Returns true if the headers are those of a WooCommerce export. */
export function isWooCommerce(header: readonly string[]): boolean {
  const names = new Set(header.map(headerKey));
  return WOOCOMMERCE_HEADERS.some((needed) => needed.every((name) => names.has(name)));
}
