import { authSecrets } from '../platform/auth-secrets.ts';
import { readConfig } from '../platform/config.ts';

/** The secrets that keys are derived from, the server's own: what is sealed here has to open there. */
export type InstallationSecrets = () => Promise<readonly string[]>;

/** From AUTH_SECRET, or where the server keeps the one it made. Throws BadSettings. */
export function installationSecrets(): Promise<readonly string[]> {
  const { DATABASE_URL, DATA_DIR, AUTH_SECRET } = process.env;
  return authSecrets(readConfig({ DATABASE_URL, DATA_DIR, AUTH_SECRET }));
}
