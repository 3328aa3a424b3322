import { dataDirectoryTrouble } from '../platform/data-directory/data-directory-lock.ts';
import { databaseTroubleAt } from '../platform/database/database-trouble.ts';
import { errorText } from '../platform/error-text.ts';
import { assertCanListen, METRICS_SETTINGS } from '../platform/http/can-listen.ts';
import { BadSettings } from '../platform/read-settings.ts';
import { keptAuthSecrets } from '../platform/secrets/auth-secrets.ts';
import type { Config } from '../platform/settings/config.ts';
import { bucketTrouble } from './bucket-trouble.ts';
import { directoryTrouble } from './directory-trouble.ts';
import { reachTrouble } from './reach-trouble.ts';

/** Finds what keeps the named settings from being used, in words that begin with the setting's name; null when nothing does. */
type Check = { of: readonly string[]; find: (config: Config) => Promise<string | null> };

/** The settings that read well and may lead nowhere: each is tried where it leads, all at once, and nothing is changed. */
const CHECKS: readonly Check[] = [
  { of: ['PORT', 'HOST'], find: (config) => thrownBy(assertCanListen(config)) },
  {
    of: ['METRICS_PORT', 'METRICS_HOST'],
    find: async ({ metrics }) => metrics && thrownBy(assertCanListen(metrics, METRICS_SETTINGS)),
  },
  {
    // What its user lacks depends on whether requests have a login of their own.
    of: ['DATABASE_URL', 'DATABASE_REQUEST_URL'],
    find: async ({ database_url: url, database_request_url }) =>
      named(
        'DATABASE_URL',
        url && (await databaseTroubleAt(url, { own_login: database_request_url !== null })),
      ),
  },
  {
    of: ['DATABASE_REQUEST_URL'],
    find: async ({ database_request_url: url }) =>
      named('DATABASE_REQUEST_URL', url && (await reachTrouble(url))),
  },
  {
    // Where nobody knows which database is meant, DATA_DIR may not be the place of any.
    of: ['DATABASE_URL', 'DATA_DIR'],
    find: async (config) => (usesDataDirectory(config) ? dataDirectoryProblem(config) : null),
  },
  {
    of: ['FILES_URL', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
    find: async ({ files, data_dir }) => {
      if (files.kind === 's3') return named('FILES_URL', await bucketTrouble(files));
      // Below DATA_DIR that is told already.
      return files.path.startsWith(data_dir) ? null : named('FILES_URL', await directoryTrouble(files.path));
    },
  },
];

/** Throws BadSettings with everything at once that keeps a server from starting with these settings. */
export async function assertSettingsUsable(config: Config): Promise<void> {
  const problems = await unusableSettings(config);
  if (problems.length > 0) throw new BadSettings(problems);
}

/**
 * What keeps these settings from being used though they read well, a line for each, which names it. Those that are `told` already are not
 * tried.
 */
export async function unusableSettings(config: Config, told: readonly string[] = []): Promise<string[]> {
  const asked = CHECKS.filter(({ of }) => !of.some((name) => told.includes(name)));
  const lines = await Promise.all(asked.map(({ find }) => find(config)));
  const found = lines.filter((line) => line !== null);
  const known = [...told, ...settingsNamed(found)];
  // A start that goes well waits for a server that still stops, and says this by itself.
  const is_asked = config.database_url === null && !known.includes('DATA_DIR') && known.length > 0;
  const held = is_asked && named('DATA_DIR', await dataDirectoryTrouble(config.data_dir));
  return held ? [...found, held] : found;
}

/** The settings that lines like these begin with. */
export function settingsNamed(problems: readonly string[]): string[] {
  return problems.flatMap((line) => /^[A-Z_]+/.exec(line)?.[0] ?? []);
}

async function dataDirectoryProblem({ data_dir, auth_secrets }: Config): Promise<string | null> {
  const trouble = named('DATA_DIR', await directoryTrouble(data_dir));
  if (trouble || auth_secrets) return trouble;
  return named('AUTH_SECRET', await thrownBy(keptAuthSecrets(data_dir)));
}

function usesDataDirectory({ database_url, auth_secrets, files, data_dir }: Config): boolean {
  const has_files = files.kind === 'directory' && files.path.startsWith(data_dir);
  return database_url === null || auth_secrets === null || has_files;
}

function named(name: string, trouble: string | false | null): string | null {
  return trouble ? `${name}: ${trouble}` : null;
}

async function thrownBy(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    (error: unknown) => errorText(error),
  );
}
