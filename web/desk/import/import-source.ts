import type { EndpointBody, EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import {
  type CellKind,
  FIELD_KINDS,
  LIST_FIELDS,
  type ListLayout,
} from '../../../contract/rules/import/import-fields.ts';
import {
  SHOPIFY_COLUMNS,
  SHOPIFY_ID,
  SHOPIFY_NUMBER,
  shopifyKind,
} from '../../../contract/rules/import/shopify-columns.ts';
import { isShopifyExport, isWooCommerce } from './columns/guess-columns.ts';
import type { Grouping } from './reader/group-orders.ts';
import type { OpenedFacts } from './reader/reader-worker.ts';

type Body = EndpointBody<'preview_import'>;
export type ReadAs = Omit<Body, 'orders'>;
export type Remembered = EndpointResponse<'read_import_memory'>['layouts'];

export type FileKind = 'shopify' | 'woocommerce' | 'list';

export function kindOf(header: readonly string[]): FileKind {
  if (isShopifyExport(header)) return 'shopify';
  return isWooCommerce(header) ? 'woocommerce' : 'list';
}

/** Returns how the worker groups rows into orders, and the fields that all requests to the server have. */
export function readingOf(
  opened: OpenedFacts,
  layout: ListLayout | null,
): { grouping: Grouping; read_as: ReadAs } {
  const { header, decimal_comma } = opened;
  if (layout === null) {
    const columns = SHOPIFY_COLUMNS.filter((column) => header.includes(column));
    const grouping = {
      header,
      columns,
      kinds: columns.map(shopifyKind),
      number: SHOPIFY_NUMBER,
      id: SHOPIFY_ID,
      several_rows: true,
      exact_width: true,
    };
    return { grouping, read_as: { source: { kind: 'shopify' }, decimal_comma, columns } };
  }
  const columns = [...new Set(Object.values(layout.columns).flat())].filter((column) =>
    header.includes(column),
  );
  const grouping = {
    header,
    columns,
    kinds: columns.map((column) => kindIn(layout, column)),
    number: layout.columns.order_number?.[0] ?? '',
    id: null,
    dates: [...(layout.columns.created ?? []).slice(0, 1), ...(layout.columns.promised ?? []).slice(0, 1)],
    several_rows: layout.columns.item !== undefined,
    exact_width: false,
  };
  return { grouping, read_as: { source: { kind: 'list', layout }, decimal_comma, columns } };
}

/** A column may be mapped to several fields: the kind of an amount or a date takes precedence over text. */
function kindIn({ columns }: ListLayout, column: string): CellKind {
  const kinds = LIST_FIELDS.filter((field) => columns[field]?.includes(column)).map((f) => FIELD_KINDS[f]);
  return kinds.find((kind) => kind !== 'text') ?? 'text';
}
