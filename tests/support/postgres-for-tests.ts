import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { ensureRequestRole } from '../../server/platform/database/database-roles.ts';
import { migrate } from '../../server/platform/database/migrations/migrations.ts';
import { openPools, requestUrlOf } from '../../server/platform/database/pools.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import { silentLog } from '../../server/platform/logging/log.ts';
import { makeTemporaryDirectory, removeAbandonedDirectories } from './temporary-directory.ts';
import { asMaintenance, type TestPostgres, withDatabase } from './test-database.ts';

/**
 * Provides one Postgres for the whole run, with a migrated database that tests clone. It is the embedded one
 * in a temporary directory, or the server that TEST_DATABASE_URL names (version 15 or newer, as a superuser).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const foreign = process.env.TEST_DATABASE_URL;
  const { postgres, stop } = foreign ? await prepareForeign(foreign) : await startOwn();
  project.provide('test_postgres', postgres);
  const shared = await makeTemporaryDirectory();
  project.provide('shared_directory', shared.path);
  return async () => {
    await shared.remove();
    await stop();
  };
}

async function startOwn(): Promise<{ postgres: TestPostgres; stop(): Promise<void> }> {
  await removeAbandonedDirectories();
  const directory = await makeTemporaryDirectory();
  const database = await startEmbeddedPostgres({ data_dir: directory.path, log: silentLog, durable: false });
  const { owner_url, request_url } = database;
  try {
    await migrateTemplate({ owner_url, request_url });
  } catch (error) {
    await database.stop();
    throw error;
  }
  return {
    postgres: { owner_url, request_url, template: 'mandoob' },
    stop: async () => {
      await database.stop();
      await directory.remove();
    },
  };
}

async function prepareForeign(url: string): Promise<{ postgres: TestPostgres; stop(): Promise<void> }> {
  const template = `mandoob_template_${randomUUID().replaceAll('-', '')}`;
  await asMaintenance(url, `create database ${template} template template0`);
  const owner_url = withDatabase(url, template);
  const request_url = requestUrlOf(owner_url);
  await migrateTemplate({ owner_url, request_url }, async (owner) => ensureRequestRole(owner));
  return {
    postgres: { owner_url, request_url, template },
    stop: () => asMaintenance(url, `drop database if exists ${template} with (force)`),
  };
}

async function migrateTemplate(
  urls: { owner_url: string; request_url: string },
  prepare: (owner: ReturnType<typeof openPools>['owner']) => Promise<void> = async () => undefined,
): Promise<void> {
  const pools = openPools(urls);
  try {
    await prepare(pools.owner);
    await migrate(pools.owner);
  } finally {
    await pools.close();
  }
}
