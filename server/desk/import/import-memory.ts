import { createHash } from 'node:crypto';
import type { EndpointBody, EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import { type ListLayout, methodKey } from '../../../contract/rules/import/import-fields.ts';
import { headerKey } from '../../../contract/rules/import/list-headers.ts';
import {
  methodOfMeaning,
  nameKey,
  type PaymentMeaning,
} from '../../../contract/rules/import/source-names.ts';
import type { PaymentMethod } from '../../../contract/rules/orders/tender.ts';
import type { Operation } from '../../operations/operation.ts';
import { operationRoute, readRoute } from '../../operations/route.ts';
import { meaningsOf, type NameRow } from '../../orders/incoming/own-names.ts';
import { readShopReading } from '../../orders/incoming/shop-reading.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { defineNamesAudited } from '../names/define-names.ts';
import type { ShopDefinitions } from './read-batch.ts';

/** Layouts kept for a shop; the least recently used is deleted first. */
const LAYOUTS_MAX = 30;
/** Payment names kept in the table that previous versions wrote. */
const METHODS_MAX = 300;

/** Returns the shop's remembered list layouts, the newest first, and its payment names. */
export async function readImportMemory(
  tx: Tx,
  { shop_id }: Staff,
): Promise<EndpointResponse<'read_import_memory'>> {
  // Only `rememberLayout` writes these rows, with values that its schema has validated.
  const { rows: layouts } = await sql<{ header: string[]; layout: ListLayout }>`
    select header, layout from import_layouts where shop_id = ${shop_id} order by used_at desc, header_hash`.execute(
    tx,
  );
  return {
    layouts: newestOfEach(layouts),
    methods: await readMethods(tx, shop_id),
  };
}

export const readImportMemoryRoute = readRoute('read_import_memory', ({ tx, actor }) =>
  readImportMemory(tx, actor),
);

/** Returns the defined payment names in the form of previous versions, which know three methods. */
async function readMethods(tx: Tx, shop_id: number): Promise<{ word: string; method: PaymentMethod }[]> {
  const reading = sql<NameRow>`select kind, name, meaning, is_remembered from source_names
    where shop_id = ${shop_id}::int and kind = 'payment' and (is_remembered or defined_at is not null)
    order by is_remembered desc, key`;
  const { rows } = await reading.execute(tx);
  const meanings = meaningsOf(rows, 'payment');
  const methods = new Map(
    rows.flatMap(({ name }) => {
      const meaning = meanings.get(nameKey(name)) as PaymentMeaning | null | undefined;
      // Previous versions have no method for an order that is not paid yet.
      return meaning && meaning !== 'unpaid' ? [[methodKey(name), methodOfMeaning(meaning)] as const] : [];
    }),
  );
  return [...methods].map(([word, method]) => ({ word, method }));
}

/** Reads the shop's own definitions, which a list does not contain. */
export async function readShopDefinitions(tx: Tx, { shop_id }: Staff, now: Date): Promise<ShopDefinitions> {
  return { ...(await readShopReading(tx, shop_id)), now };
}

/** Remembers a list's columns for later lists with the same headers, in any order and case. */
export async function rememberLayout(
  tx: Tx,
  actor: Staff,
  { body: { header, layout } }: { body: EndpointBody<'remember_import_layout'> },
  { now, changed, unchanged }: Operation,
): Promise<EndpointResponse<'remember_import_layout'>> {
  const header_hash = hashOf(header);
  const { layouts } = await readImportMemory(tx, actor);
  const known = layouts.find((one) => hashOf(one.header) === header_hash);
  const { shop_id } = actor;
  await sql`
    insert into import_layouts (shop_id, header_hash, header, layout, used_at)
    values (${shop_id}, ${header_hash}, ${JSON.stringify(header)}, ${JSON.stringify(layout)}, ${now})
    on conflict (shop_id, header_hash) do update set
      header = excluded.header, layout = excluded.layout, used_at = excluded.used_at`.execute(tx);
  await forgetOld(tx);
  // The same layout was used again: there is no change to record.
  if (known && sameJson(known.layout, layout)) unchanged();
  else {
    const touched = [{ topic: 'shop', audience: 'desk' }] as const;
    changed({ what: 'remember_import_layout', subject_id: null, after: { columns: header.length }, touched });
  }
  return {};
}

export const rememberImportLayoutRoute = operationRoute('remember_import_layout', rememberLayout);

async function forgetOld(tx: Tx): Promise<void> {
  await sql`select forget_old_imports(${LAYOUTS_MAX}::int, ${METHODS_MAX}::int)`.execute(tx);
}

/**
 * Keeps the newest layout of each set of headers. Older versions hashed headers in their order, so that a set
 * may have several rows until the next write replaces them.
 */
function newestOfEach<Remembered extends { header: string[] }>(
  newest_first: readonly Remembered[],
): Remembered[] {
  const seen = new Set<string>();
  return newest_first.filter(({ header }) => {
    const hash = hashOf(header);
    return !seen.has(hash) && seen.add(hash);
  });
}

/** Hashes the set of headers. */
function hashOf(header: readonly string[]): string {
  const names = [...new Set(header.map(headerKey))].sort();
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}

function sameJson(one: unknown, other: unknown): boolean {
  const sorted = (value: unknown): unknown =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, inner]) => [key, sorted(inner)]),
        )
      : value;
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** Defines payment names for a page of a previous version, which knows only three methods. */
export async function rememberMethods(
  tx: Tx,
  actor: Staff,
  { body }: { body: EndpointBody<'remember_import_methods'> },
  operation: Operation,
): Promise<EndpointResponse<'remember_import_methods'>> {
  const by_key = new Map(body.methods.map((one) => [nameKey(one.word), one]));
  const names = [...by_key.values()].map(({ word, method }) => ({
    kind: 'payment' as const,
    name: word,
    meaning: method,
  }));
  await defineNamesAudited('remember_import_methods', tx, actor, names, operation);
  return {};
}

export const rememberImportMethodsRoute = operationRoute('remember_import_methods', rememberMethods);
