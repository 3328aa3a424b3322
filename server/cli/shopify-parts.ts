import type { Command } from 'commander';
import { BadSettings, readConfig } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { type SecretBox, secretBox } from '../platform/sealed-secrets.ts';
import type { ConnectOptions } from '../shopify/connect-store.ts';
import type { StoreOptions } from '../shopify/store-session.ts';
import type { InstallationSecrets } from './installation-secrets.ts';
import { type OpenDatabase, withDatabase } from './operate.ts';

export const SHOP = 'the shop; may be left out where there is only one';

/** How stores are reached from here; tests bring one of their own. */
export type ReachedStore = Omit<StoreOptions, 'owner' | 'box'> & { public_url: string | null };

export type ShopifyParts = {
  open: OpenDatabase;
  secrets: InstallationSecrets;
  /** All that is piped in. */
  read_in: () => Promise<string>;
  store: ReachedStore;
};

/** The stores themselves. PUBLIC_URL counts only where it is set: the server may know another. */
export function reachedStore(): ReachedStore {
  const { PUBLIC_URL } = process.env;
  return {
    get public_url() {
      const { public_url, public_url_is_default } = readConfig({ PUBLIC_URL });
      return public_url_is_default ? null : public_url;
    },
  };
}

/** Runs a command that asks the store; each step makes its own transaction. */
export async function withStore<T>(
  command: Command,
  { open, secrets, store }: ShopifyParts,
  work: (options: ConnectOptions) => Promise<T>,
): Promise<T> {
  const box = secretBox(await secrets());
  const { public_url } = store;
  return withDatabase(command, open, (owner: Database) => work({ ...store, public_url, owner, box }));
}

/** What the store's secrets open with; undefined where this machine does not know the installation's. */
export async function boxWhereKnown(secrets: InstallationSecrets): Promise<SecretBox | undefined> {
  try {
    return secretBox(await secrets());
  } catch (error) {
    if (error instanceof BadSettings) return undefined;
    throw error;
  }
}
