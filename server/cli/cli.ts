import type { Database } from '../platform/database/database.ts';
import type { Environment } from '../platform/read-settings.ts';
import type { StoreOptions } from '../shopify/store/store-session.ts';
import type { InstallationSecrets, OpenInstallation } from './open-installation.ts';
import type { Ask } from './terminal/prompt-at-terminal.ts';

/**
 * Opens the database as its owner, starting the built-in one if needed. `create` creates the built-in one.
 */
export type OpenDatabase = (options?: {
  create?: boolean;
}) => Promise<{ owner: Database; close(): Promise<void> }>;

/** The interval and time limit for checking the outcome of a booking after the database went away. */
export type Patience = { every_ms: number; at_most_ms: number };

/** The connection options for Shopify stores. */
export type CliStoreOptions = Omit<StoreOptions, 'owner' | 'box'> & { public_url: string | null };

/** The environment of every command: its terminal and the systems that it uses. */
export type Cli = {
  /** Writes lines of the result. The caller escapes line breaks within values. */
  print(text: string): void;
  /** Writes a chunk of a file: raw, or escaped at a terminal. Resolves when it is written. */
  write(text: string): Promise<void>;
  /** Writes a line to standard error, since the user may redirect the result to a file. */
  report(line: string): void;
  /** Writes a progress line to standard error; at a terminal it replaces the previous line. */
  report_progress(line: string): void;
  /** Reads all of standard input. */
  read_in(): Promise<string>;
  /** Undefined without an interactive terminal. */
  ask: Ask | undefined;
  open: OpenDatabase;
  installation: OpenInstallation;
  secrets: InstallationSecrets;
  /** The environment variables of this process. */
  env: Environment;
  patience: Patience;
  store: CliStoreOptions;
  /** The scrypt cost for a backup's secrets; undefined for the default. */
  scrypt_N: number | undefined;
};
