import { rename } from 'node:fs/promises';
import type pg from 'pg';
import { notifyServers } from '../changes/notify-servers.ts';
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

/** All parts of an installation: its database as owner (not migrated here), its files and its secrets. */
export type Installation = {
  owner: pg.Pool;
  store: LoadableStore;
  /** The directory of the built-in database; null with DATABASE_URL. */
  data_dir: string | null;
  secrets: {
    /** Throws TerminalError if the secrets are unknown here. */
    read(): Promise<readonly string[]>;
    /** Throws TerminalError if the installation has other secrets, which the restored ones would replace. */
    admit(restored: readonly string[]): Promise<void>;
    /**
     * Stores restored secrets. Returns a note for the operator if something remains to be done or noted, else
     * null.
     */
    keep(restored: readonly string[]): Promise<string | null>;
  };
  /** Throws BadSettings if DATABASE_REQUEST_URL does not lead to this database. */
  checkRequests(): Promise<unknown>;
  close(): Promise<void>;
};

/** `alone`, for a restore, fails while a server uses the built-in database, and keeps one from starting. */
export type OpenInstallation = (use: 'shared' | 'alone') => Promise<Installation>;

/**
 * Opens the installation that `env` configures. Throws BadSettings, and UnfinishedRestore if it is `shared`.
 */
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

/** Runs a command on the whole installation, then closes it. Rethrows the command's errors. */
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

/**
 * Reads the secrets that keys are derived from. They must be those of the server, which has sealed the data
 * to be opened here.
 */
export type InstallationSecrets = () => Promise<readonly string[]>;

/** Reads AUTH_SECRET, or the secret that the server generated and stored. Throws BadSettings. */
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
      throw new TerminalError('AUTH_SECRET is not set. Set it as for the server, so that it is backed up.');
    },
    async admit(restored) {
      if (auth_secrets) {
        if (restored.every((secret) => auth_secrets.includes(secret))) return;
        throw new TerminalError(
          "AUTH_SECRET lacks the backup's secrets. Unset it; the restore then stores them in DATA_DIR.",
        );
      }
      const kept = database_url === null ? undefined : await keptAuthSecrets(data_dir);
      if (kept && kept.join() !== restored.join()) {
        throw new TerminalError(
          `${path} contains the secrets of another installation. Set DATA_DIR to an empty directory.`,
        );
      }
    },
    async keep(restored) {
      if (auth_secrets) return null;
      const earlier = await setAside(data_dir, restored);
      await keepAuthSecrets(data_dir, restored);
      if (database_url !== null) return `Set AUTH_SECRET of the server to the value in ${path}.`;
      return earlier && `The previous secrets of DATA_DIR are stored in ${earlier}.`;
    },
  };
}

/** Renames other secrets, which may still be needed. Returns the new path, or null if there were none. */
async function setAside(data_dir: string, restored: readonly string[]): Promise<string | null> {
  const kept = await keptAuthSecrets(data_dir);
  if (!kept || kept.join() === restored.join()) return null;
  const path = authSecretsPath(data_dir);
  const earlier = `${path}.before-${machineNow().getTime()}`;
  await rename(path, earlier);
  return earlier;
}

/**
 * Opens the database as its owner, and migrates it unless a server may be using it. It is the one in
 * DATABASE_URL, else the one of the server running on DATA_DIR, else the one in DATA_DIR, started for this
 * command. Throws BadSettings, or MigrationsMismatch for a server of another version.
 */
export async function openDatabase(
  { create = false }: { create?: boolean } = {},
  env: Environment = process.env,
): Promise<{ owner: Database; close(): Promise<void> }> {
  // Commands ignore the other settings, so that a bad setting of the server cannot fail them.
  const { DATABASE_URL, DATA_DIR } = env;
  const config = readConfig({ DATABASE_URL, DATA_DIR }, { demo: true });
  const builtIn = () => attachOrStart(config.data_dir, silentLog, { create });
  const { pools, attached, close } = await openConfiguredDatabase(config, builtIn, {
    request_role: 'there',
  });
  try {
    if (attached && (await appliedMigrations(pools.owner)).length > 0) await assertMigrated(pools.owner);
    else await migrate(pools.owner);
    return { owner: databaseOf(pools.owner, { onNews: notifyServers(pools.owner) }), close };
  } catch (error) {
    await close();
    throw error;
  }
}
