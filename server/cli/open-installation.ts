import { rename } from 'node:fs/promises';
import type pg from 'pg';
import { tellServers } from '../changes/tell-servers.ts';
import type { LoadableStore } from '../files/store/content-store.ts';
import { openStore } from '../files/store/open-store.ts';
import { type Database, databaseOf } from '../platform/database/database.ts';
import { appliedMigrations } from '../platform/database/migrations/migration-records.ts';
import { assertMigrated, migrate } from '../platform/database/migrations/migrations.ts';
import { assertRestored } from '../platform/database/migrations/unfinished-restore.ts';
import { openConfiguredDatabase } from '../platform/embedded-postgres/configured-database.ts';
import { attachOrStart, startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts';
import { silentLog } from '../platform/logging/log.ts';
import { machineNow, machineRandom } from '../platform/machine.ts';
import type { Environment } from '../platform/read-settings.ts';
import {
  authSecrets,
  authSecretsPath,
  keepAuthSecrets,
  keptAuthSecrets,
} from '../platform/secrets/auth-secrets.ts';
import { type Config, readConfig } from '../platform/settings/config.ts';
import { stop, TerminalError } from './terminal/ending.ts';

/** Everything an installation consists of: its database as owner (not migrated here), its files, its secrets. */
export type Installation = {
  owner: pg.Pool;
  store: LoadableStore;
  /** Where the built-in database lies; null with DATABASE_URL. */
  data_dir: string | null;
  secrets: {
    /** Throws TerminalError when they are not known here. */
    read(): Promise<readonly string[]>;
    /** Throws TerminalError when the place has other ones, which restored secrets would replace. */
    admit(restored: readonly string[]): Promise<void>;
    /** Puts restored ones into their place. Answers what the operator still has to do or know, if anything. */
    keep(restored: readonly string[]): Promise<string | null>;
  };
  /** Throws BadSettings where a server could not answer requests: DATABASE_REQUEST_URL leads nowhere, or elsewhere. */
  checkRequests(): Promise<unknown>;
  close(): Promise<void>;
};

/** `alone` also keeps a server from starting meanwhile on the built-in database, and refuses while one runs: it is for a restore. */
export type OpenInstallation = (use: 'shared' | 'alone') => Promise<Installation>;

/** Opens the installation that the environment names, as the server would. Throws BadSettings; where it is `shared`, UnfinishedRestore. */
export async function openInstallation(
  use: 'shared' | 'alone',
  env: Environment = process.env,
): Promise<Installation> {
  const { DATABASE_URL, DATABASE_REQUEST_URL, DATA_DIR, FILES_URL, AUTH_SECRET } = env;
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = env;
  const keys = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN };
  const settings = { DATABASE_URL, DATABASE_REQUEST_URL, DATA_DIR, FILES_URL, AUTH_SECRET, ...keys };
  const config = readConfig(settings, { demo: true });
  const { data_dir } = config;
  const store = await openStore(config.files, { now: machineNow, random: machineRandom });
  const builtIn = () =>
    use === 'shared'
      ? attachOrStart(data_dir, silentLog)
      : startEmbeddedPostgres({ data_dir, log: silentLog, purpose: 'command', loads: true });
  const { pools, close, checkRequests } = await openConfiguredDatabase(config, builtIn, {
    request_role: use === 'alone' ? 'there' : 'as it is',
  });
  if (use === 'shared') await assertRestored(pools.owner).catch((error) => closeAndThrow(close, error));
  return {
    owner: pools.owner,
    store,
    data_dir: config.database_url === null ? data_dir : null,
    secrets: secretsOf(config),
    checkRequests,
    close,
  };
}

async function closeAndThrow(close: () => Promise<void>, error: unknown): Promise<never> {
  await close();
  throw error;
}

/** Runs a command on the whole installation, and closes it again. Throws what it throws. */
export async function withInstallation<T>(
  { installation }: { installation: OpenInstallation },
  use: 'shared' | 'alone',
  work: (opened: Installation) => Promise<T>,
): Promise<T> {
  const opened = await installation(use);
  try {
    stop.throwIfAborted();
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** The secrets that keys are derived from, the server's own: what is sealed here has to open there. */
export type InstallationSecrets = () => Promise<readonly string[]>;

/** From AUTH_SECRET, or where the server keeps the one it made. Throws BadSettings. */
export function installationSecrets(): Promise<readonly string[]> {
  const { DATABASE_URL, DATA_DIR, AUTH_SECRET } = process.env;
  return authSecrets(readConfig({ DATABASE_URL, DATA_DIR, AUTH_SECRET }));
}

function secretsOf(config: Config): Installation['secrets'] {
  const { auth_secrets, data_dir, database_url } = config;
  const path = authSecretsPath(data_dir);
  return {
    async read() {
      const known = auth_secrets ?? (await keptAuthSecrets(data_dir));
      if (known) return known;
      if (database_url === null) return authSecrets(config);
      throw new TerminalError(
        'AUTH_SECRET is not set: give it to this command as to the server, so that it is backed up',
      );
    },
    async admit(restored) {
      if (auth_secrets) {
        if (restored.every((secret) => auth_secrets.includes(secret))) return;
        throw new TerminalError(
          "AUTH_SECRET lacks the backup's secrets. Unset it: the restore then keeps them in DATA_DIR.",
        );
      }
      const kept = database_url === null ? undefined : await keptAuthSecrets(data_dir);
      if (kept && kept.join() !== restored.join()) {
        throw new TerminalError(
          `${path} holds the secrets of another installation. Set DATA_DIR to an empty directory.`,
        );
      }
    },
    async keep(restored) {
      if (auth_secrets) return null;
      const earlier = await setAside(data_dir, restored);
      await keepAuthSecrets(data_dir, restored);
      if (database_url !== null) return `Give the server AUTH_SECRET as it stands in ${path}.`;
      return earlier && `The secrets that lay in DATA_DIR before are kept in ${earlier}.`;
    },
  };
}

/** Keeps other secrets beside the restored ones: something may still be sealed with them. Answers where; null without any. */
async function setAside(data_dir: string, restored: readonly string[]): Promise<string | null> {
  const kept = await keptAuthSecrets(data_dir);
  if (!kept || kept.join() === restored.join()) return null;
  const path = authSecretsPath(data_dir);
  const earlier = `${path}.before-${machineNow().getTime()}`;
  await rename(path, earlier);
  return earlier;
}

/**
 * Reaches the shop's database as its owner, migrated: the one DATABASE_URL names; else that of the server running on
 * DATA_DIR; else the one lying there, started for this command alone. One that a server may be working on is not migrated
 * beneath it. Throws BadSettings, or MigrationsMismatch for a server of another version.
 */
export async function openDatabase(
  { create = false }: { create?: boolean } = {},
  env: Environment = process.env,
): Promise<{ owner: Database; close(): Promise<void> }> {
  // Only these two settings matter here; a command must not fail for a setting of the server's.
  const { DATABASE_URL, DATA_DIR } = env;
  const config = readConfig({ DATABASE_URL, DATA_DIR }, { demo: true });
  const builtIn = () => attachOrStart(config.data_dir, silentLog, { create });
  const { pools, attached, close } = await openConfiguredDatabase(config, builtIn, {
    request_role: 'there',
  });
  try {
    if (attached && (await appliedMigrations(pools.owner)).length > 0) await assertMigrated(pools.owner);
    else await migrate(pools.owner);
    return { owner: databaseOf(pools.owner, { onNews: tellServers(pools.owner) }), close };
  } catch (error) {
    await close();
    throw error;
  }
}
