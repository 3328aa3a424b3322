import type { Selectable } from 'kysely';
import type { Operation } from '../../operations/operation.ts';
import { byServer } from '../../operations/run-as.ts';
import type { Actor, System } from '../../platform/actor.ts';
import type { Database, Tables, Tx } from '../../platform/database/database.ts';
import { changeRows, firstRow, oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { errorText } from '../../platform/error-text.ts';
import { Problem } from '../../platform/problem.ts';
import type { SecretBox } from '../../platform/secrets/sealed-secrets.ts';
import { storeChange } from './store-change.ts';

/**
 * The version of Shopify's Admin API for which this was written. After a year Shopify responds with its
 * oldest version.
 */
export const API_VERSION = '2026-10';

/**
 * The credentials: the token of an app made in the store, or the client id of an app made in the Dev
 * Dashboard.
 */
export type Credentials = { token: string } | { client_id: string };

/** One connection of a shop. A result for its credentials must not change the state of newer credentials. */
export type Connected = { shop_id: number; connected_at: Date };

export type Connection = Connected & {
  shop_domain: string;
  api_version: string;
  client_id: string | null;
  /** The token of the store's app; with a client id, the last token received. */
  token: string | null;
  token_expires_at: Date | null;
  secret: string;
};

const DOMAIN = /^[a-z0-9][a-z0-9-]{0,60}\.myshopify\.com$/;

/**
 * Reads a shop domain from `My-Shop`, `my-shop.myshopify.com` or its URL. Other hosts are refused, since
 * tokens are sent there. Throws `invalid_input`.
 */
export function readShopDomain(text: string): string {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace(/\/.*$/, '');
  const domain = host.includes('.') ? host : `${host}.myshopify.com`;
  if (!DOMAIN.test(domain)) throw Problem.ofField({ field: 'shop_domain' });
  return domain;
}

/** Returns the domain in a webhook's header; undefined if it is not a possible domain of a store. */
export function webhookDomain(header: string | undefined): string | undefined {
  const domain = header?.trim().toLowerCase();
  return domain && DOMAIN.test(domain) ? domain : undefined;
}

export const tokenPlace = (shop_id: number) => `shopify_connections.sealed_token of shop ${shop_id}`;
export const secretPlace = (shop_id: number) => `shopify_connections.sealed_secret of shop ${shop_id}`;

export type NewConnection = {
  shop_domain: string;
  credentials: Credentials;
  secret: string;
};

/** Throws `already_exists` when the store belongs to another shop. */
export async function assertStoreIsFree(
  database: Database | Tx,
  { shop_id, shop_domain }: { shop_id: number; shop_domain: string },
): Promise<void> {
  const finding = sql<{ shop_id: number }>`
    select shop_id from shopify_connections where shop_domain = ${shop_domain} and shop_id <> ${shop_id}`;
  const other = await firstRow(database, finding);
  if (other) throw Problem.about('already_exists', { what: 'store', shop_id: other.shop_id, shop_domain });
}

/**
 * Connects a shop, also after a refusal. A store that was connected earlier is read from its stored position.
 * Throws `already_exists`.
 */
export async function connectShopify(
  tx: Tx,
  { shop_id }: Actor,
  { box, shop_domain, credentials, secret }: NewConnection & { box: SecretBox },
  { now, changed }: Operation,
): Promise<void> {
  const client_id = 'client_id' in credentials ? credentials.client_id : null;
  const sealed_token = 'token' in credentials ? box.seal(tokenPlace(shop_id), credentials.token) : null;
  const sealed_secret = box.seal(secretPlace(shop_id), secret);
  const connecting = sql<{ taken_by: number | null; former_domain: string | null }>`
    select * from connect_store(${shop_id}, ${shop_domain}, ${client_id}, ${sealed_token}, ${sealed_secret}, ${API_VERSION}, ${now})`;
  const { taken_by, former_domain } = await oneRow(tx, connecting);
  if (taken_by !== null)
    throw Problem.about('already_exists', { what: 'store', shop_id: taken_by, shop_domain });
  const before = former_domain === null ? undefined : { shop_domain: former_domain };
  changed(storeChange('connect_store', shop_domain, { before, after: { shop_domain } }));
}

/** Thrown if no AUTH_SECRET of this installation opens the sealed text; the message contains the fix. */
export class UnreadableSecret extends Error {
  readonly connected: Connected;

  constructor(connected: Connected, message: string) {
    super(message);
    this.name = 'UnreadableSecret';
    this.connected = connected;
  }
}

/**
 * Returns a shop's connection with its secrets opened; a refused one only with `also_refused`. Throws
 * UnreadableSecret.
 */
export async function openConnection(
  owner: Database,
  box: SecretBox,
  shop_id: number,
  { also_refused = false }: { also_refused?: boolean } = {},
): Promise<Connection | undefined> {
  const reading = sql<Selectable<Tables['shopify_connections']>>`
    select * from shopify_connections where shop_id = ${shop_id}`;
  const row = await firstRow(owner, reading);
  if (!row || (row.refused_at !== null && !also_refused)) return undefined;
  const { connected_at, shop_domain, api_version, client_id, token_expires_at } = row;
  const opened = openSealed(box, row);
  return { shop_id, connected_at, shop_domain, api_version, client_id, token_expires_at, ...opened };
}

type Sealed = Connected & { sealed_token: string | null; sealed_secret: string };

/** Opens the sealed secrets of a connection. Throws UnreadableSecret. */
export function openSealed(
  box: SecretBox,
  { shop_id, connected_at, sealed_token, sealed_secret }: Sealed,
): Pick<Connection, 'token' | 'secret'> {
  try {
    return {
      token: sealed_token === null ? null : box.open(tokenPlace(shop_id), sealed_token),
      secret: box.open(secretPlace(shop_id), sealed_secret),
    };
  } catch (error) {
    throw new UnreadableSecret({ shop_id, connected_at }, errorText(error));
  }
}

export async function keepToken(
  owner: Database,
  box: SecretBox,
  { shop_id, connected_at }: Connected,
  { token, expires_at }: { token: string; expires_at: Date },
): Promise<void> {
  const sealed_token = box.seal(tokenPlace(shop_id), token);
  const kept = { sealed_token, token_expires_at: expires_at };
  await changeRows(owner, 'shopify_connections', { shop_id, connected_at }, kept);
}

/** The scope of a stop after a refusal: everything, or only marking orders as paid. */
export type Stops = 'everything' | 'marking';

/**
 * Stops requests to the store until the shop is connected again or retries: they would only be refused again.
 */
export function stopStore(
  owner: Database,
  connected: Connected,
  because: string,
  stops: Stops = 'everything',
): Promise<void> {
  return byServer(owner, connected.shop_id, recordStop, { connected, because, stops });
}

async function recordStop(
  tx: Tx,
  _actor: System,
  { connected, because, stops }: { connected: Connected; because: string; stops: Stops },
  { now, changed, unchanged }: Operation,
): Promise<void> {
  const { shop_id, connected_at } = connected;
  const [working, stopped] =
    stops === 'everything'
      ? [{ refused_at: null }, { refused_at: now, refused_because: because }]
      : [{ marking_refused_because: null }, { marking_refused_because: because }];
  const stores = await changeRows(tx, 'shopify_connections', { shop_id, connected_at, ...working }, stopped);
  if (stores === 0) return unchanged();
  changed(storeChange('stop_store', connected_at.toISOString(), { after: { stops } }));
}
