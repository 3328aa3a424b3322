import type { Database } from '../platform/database/database.ts';
import type { Environment } from '../platform/read-settings.ts';
import type { StoreOptions } from '../shopify/store/store-session.ts';
import type { InstallationSecrets, OpenInstallation } from './open-installation.ts';
import type { Ask } from './terminal/ask-at-terminal.ts';

/** The database as its owner: the running server's, or one started for the command. `create` makes the built-in one. */
export type OpenDatabase = (options?: {
  create?: boolean;
}) => Promise<{ owner: Database; close(): Promise<void> }>;

/** How often, and for how long, a database that went away is asked what became of a booking. */
export type Patience = { every_ms: number; at_most_ms: number };

/** How stores are reached from here. */
export type ReachedStore = Omit<StoreOptions, 'owner' | 'box'> & { public_url: string | null };

/** What every command is given: whom it speaks to, and what it reaches. */
export type Cli = {
  /** Writes lines as the answer; values within them are made one line by whoever puts them there. */
  print(text: string): void;
  /** Writes a piece of what is a file, as it is; at a terminal as it may be shown. Waits until it is taken. */
  write(text: string): Promise<void>;
  /** Writes a line beside the answer, which may be somebody's file. */
  tell(line: string): void;
  /** As `tell`, of work that goes on: at a terminal in place of the line before. */
  tell_progress(line: string): void;
  /** All that is piped in. */
  read_in(): Promise<string>;
  /** Undefined where nobody sits at the terminal. */
  ask: Ask | undefined;
  open: OpenDatabase;
  installation: OpenInstallation;
  secrets: InstallationSecrets;
  /** The settings as they stand here. */
  env: Environment;
  patience: Patience;
  store: ReachedStore;
  /** The cost of scrypt for a backup's secrets, where it is not the product's own. */
  scrypt_N: number | undefined;
};
