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

/**
 * Returns why the settings in `of` cannot be used, as a text that begins with a setting's name; null if they
 * can.
 */
type Check = { of: readonly string[]; find: (config: Config) => Promise<string | null> };

/**
 * Checks of valid settings whose target may be unusable: each is tried, all at once, and nothing is changed.
 */
const CHECKS: readonly Check[] = [
  { of: ['PORT', 'HOST'], find: (config) => thrownBy(assertCanListen(config)) },
  {
    of: ['METRICS_PORT', 'METRICS_HOST'],
    find: async ({ metrics }) => metrics && thrownBy(assertCanListen(metrics, METRICS_SETTINGS)),
  },
  {
    // The rights that its user needs depend on whether requests have their own login.
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
    // If DATABASE_URL is invalid, it is unknown whether DATA_DIR has to contain a database.
    of: ['DATABASE_URL', 'DATA_DIR'],
    find: async (config) => (usesDataDirectory(config) ? dataDirectoryProblem(config) : null),
  },
  {
    of: ['FILES_URL', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
    find: async ({ files, data_dir }) => {
      if (files.kind === 's3') return named('FILES_URL', await bucketTrouble(files));
      // A directory below DATA_DIR is covered by the check above.
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
 * Returns why these settings cannot be used although they are valid, a line for each, which begins with its
 * name. Settings in `reported` are not checked.
 */
export async function unusableSettings(config: Config, reported: readonly string[] = []): Promise<string[]> {
  const checked = CHECKS.filter(({ of }) => !of.some((name) => reported.includes(name)));
  const lines = await Promise.all(checked.map(({ find }) => find(config)));
  const found = lines.filter((line) => line !== null);
  const known = [...reported, ...settingsNamed(found)];
  // A normal start waits for a server that is still stopping, and reports a lock itself.
  const is_checked = config.database_url === null && !known.includes('DATA_DIR') && known.length > 0;
  const held = is_checked && named('DATA_DIR', await dataDirectoryTrouble(config.data_dir));
  return held ? [...found, held] : found;
}

/** Returns the settings named at the start of such lines. */
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
