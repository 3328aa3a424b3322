import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import { expect } from 'vitest';
import { type BackupSummary, backUp } from '../../server/backup/back-up.ts';
import { checkBackup } from '../../server/backup/check-backup.ts';
import { isBackedUp } from '../../server/backup/manifest.ts';
import { restore } from '../../server/backup/restore.ts';
import type { ContentStore, LoadableStore } from '../../server/files/store/content-store.ts';
import { directoryStore } from '../../server/files/store/directory-store.ts';
import { type Database, databaseOf } from '../../server/platform/database/database.ts';
import { openPools } from '../../server/platform/database/pools.ts';
import type { KilledRun } from './backup-child.ts';
import { runUntilKilled } from './run-until-killed.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';
import type { TestApp } from './test-app.ts';
import { createEmptyDatabase, createTestDatabase } from './test-database.ts';
import { prepareDelivery, sendDelivery } from './test-delivery.ts';
import { addOrder, type TestShop } from './test-shop.ts';

export const PASSPHRASE = 'a passphrase of the tests';
export const SECRETS = { auth_secrets: ['a secret of the tests, long enough to be one'] };

export type Place = { owner: pg.Pool; store: ContentStore };
/** A place into which a backup can be restored. */
export type LoadablePlace = Place & { store: LoadableStore };
export type EmptyPlace = LoadablePlace & {
  database: Database;
  owner_url: string;
  /** The directory of the place's files. */
  directory: string;
  drop(): Promise<void>;
};

/** A database without the product's schema, or the one at `url`, and an empty directory for files. */
export async function emptyPlace(url?: string): Promise<EmptyPlace> {
  if (url !== undefined) return placeAt(url, async () => undefined);
  const { owner_url, drop } = await createEmptyDatabase();
  return placeAt(owner_url, drop);
}

/** An empty place with a migrated database, cloned because migrating takes longer than a restore. */
export async function migratedPlace(): Promise<EmptyPlace> {
  const { owner_url, drop } = await createTestDatabase();
  return placeAt(owner_url, drop);
}

async function placeAt(owner_url: string, dropDatabase: () => Promise<void>): Promise<EmptyPlace> {
  const directory = await makeTemporaryDirectory();
  const pools = openPools({ owner_url, request_url: owner_url });
  const files = join(directory.path, 'files');
  return {
    owner: pools.owner,
    database: databaseOf(pools.owner),
    store: directoryStore(files),
    owner_url,
    directory: files,
    drop: async () => {
      await pools.close();
      await dropDatabase();
      await directory.remove();
    },
  };
}

/** The lowest permitted cost of scrypt: the product's cost takes a third of a second. */
export const CHEAP = { scrypt_N: 1_024 };

const silent = { passphrase: PASSPHRASE, on_progress: () => undefined, ...CHEAP };

export function backUpTo(path: string, place: Place): Promise<BackupSummary> {
  return backUp(place, SECRETS, { path, ...silent });
}

/** Checks, opens and restores a backup, as the command does. Also returns the secrets. */
export async function restoreFrom(path: string, place: LoadablePlace, passphrase = PASSPHRASE) {
  const backup = await checkBackup(path, () => undefined);
  const secrets = await backup.open(passphrase);
  const hooks = { before_commit: async () => undefined, on_progress: () => undefined };
  return { ...(await restore(place, backup, hooks)), secrets };
}

/** Backs up or restores in a separate process, which ends by SIGKILL at `killed_at`. */
export async function runKilled(run: Omit<KilledRun, 'passphrase'>): Promise<void> {
  await runUntilKilled('tests/support/backup-child.ts', { ...run, passphrase: PASSPHRASE });
}

/** Adds `count` files of 700 kB to the shop, each with its row. */
export async function addContents({ owner, store }: Place, shop: TestShop, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const bytes = Buffer.alloc(700_000, `content ${n} `);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await store.put(shop.shop_id, sha256, bytes);
    await owner.query(
      `insert into files (shop_id, id, bucket, path, sha256, bytes, type, uploaded_by, pinned_at)
       values ($1, gen_random_uuid(), 'order-deliveries', $2, $3, $4, 'image/jpeg', $5, now())`,
      [shop.shop_id, `large-${n}.jpg`, sha256, bytes.length, shop.driver.user_id],
    );
  }
}

/** Delivers an order for cash, with its photo and note. */
export async function deliver(app: TestApp, shop: TestShop): Promise<void> {
  const order = await addOrder(app.owner, shop, shop.driver);
  const answer = await sendDelivery(app, shop.driver, await prepareDelivery(app, shop, shop.driver, order));
  expect(answer.status).toBe(200);
}

/** Returns the rows of every backed-up table as text, by table. */
export async function allRows(owner: pg.Pool): Promise<Record<string, string[]>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables.filter((table) => isBackedUp(table.name))) {
    const { rows } = await owner.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** Returns constraints, indexes, triggers and columns, as the database describes them. */
export async function allDefinitions(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ definition: string }>(`
    select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as definition
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all select 'trigger ' || pg_get_triggerdef(t.oid) || tgenabled::text from pg_trigger t
      join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not tgisinternal
    union all select 'column ' || attrelid::regclass || '.' || attname || attnotnull from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and attnum > 0 and not attisdropped
    union all select 'privilege ' || relname || coalesce(relacl::text, '') || relrowsecurity from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    order by 1`);
  return rows.map(({ definition }) => definition);
}

/** Returns the names of all contents of a store. */
export async function allContents(store: ContentStore): Promise<string[]> {
  const found: string[] = [];
  for await (const { shop_id, sha256 } of store.list()) found.push(`${shop_id}/${sha256}`);
  return found.sort();
}
