import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Command, CommanderError } from 'commander';
import { errorText } from '../platform/error-text.ts';
import { VERSION } from '../platform/version.ts';
import { type Ask, asker } from './ask-at-terminal.ts';
import { addBackupCommands } from './backup-commands.ts';
import { type Patience, UNKNOWN_EXIT_CODE } from './book-once.ts';
import { addCashCommands } from './cash-commands.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { addDriverCommands } from './driver-commands.ts';
import { addFileCommands } from './file-commands.ts';
import { type InstallationSecrets, installationSecrets } from './installation-secrets.ts';
import { addMachineCommands } from './machine-commands.ts';
import { type OpenInstallation, openInstallation } from './open-installation.ts';
import type { OpenDatabase } from './operate.ts';
import { addOrderCommands } from './order-commands.ts';
import { addShopCommands } from './shop-commands.ts';
import { addShopifyCommands } from './shopify-commands.ts';
import { type ReachedStore, reachedStore } from './shopify-parts.ts';
import { addStaffCommands } from './staff-commands.ts';
import { STOPPED_EXIT_CODE, stop } from './stop.ts';
import { visible } from './visible-text.ts';

export type Terminal = {
  write_out(text: string): void;
  write_err(text: string): void;
  /** All that is piped in. */
  read_in?(): Promise<string>;
  ask?: Ask | undefined;
};

/** What the command reaches beside the database: of the machine it runs on, unless a test brings its own. */
export type Reached = {
  installation?: OpenInstallation;
  secrets?: InstallationSecrets;
  patience?: Patience;
  shopify?: ReachedStore;
};

const processTerminal: Terminal = {
  write_out: (text) => process.stdout.write(text),
  write_err: (text) => process.stderr.write(text),
  read_in: async () => text(addAbortSignal(stop, process.stdin)),
  ask: asker(),
};

const ENVIRONMENT = `
Settings (environment):
  DATABASE_URL  the Postgres to work on, or
  DATA_DIR      the directory with the built-in one (default: data, beside this program's package.json); works while the server runs, and without it
  FILES_URL, AUTH_SECRET  for backup, restore, files and the Shopify store: as for the server
  PRODUCT_NAME  for staff: no password is made of it
  PUBLIC_URL  for the Shopify store: where it is to send webhooks
  MANDOOB_BACKUP_PASSPHRASE  of backups; asked for where it is not set

Exit codes:
  0  done
  1  refused, or some rows of a file were not good
  2  a file could not be read, or not to its end
  3  not known whether cash was booked: repeat with --id
  130  stopped by Ctrl-C or SIGTERM; nothing half done is left`;

/**
 * Runs the `mandoob` command with these arguments. Answers the exit code; never ends the process. Nothing reaches the terminal
 * that it would obey instead of showing.
 */
export async function runMandoob(
  args: string[],
  open: OpenDatabase,
  { write_out, write_err, ask, ...rest }: Terminal = processTerminal,
  reached: Reached = {},
): Promise<number> {
  const terminal: Terminal = {
    ...rest,
    write_out: (text) => write_out(visible(text)),
    write_err: (text) => write_err(visible(text)),
    ask: ask && ((question) => ask(visible(question))),
  };
  try {
    await mandoobProgram(open, terminal, reached).parseAsync(args, { from: 'user' });
    return stop.aborted ? STOPPED_EXIT_CODE : 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) terminal.write_err(`error: ${errorText(error)}\n`);
    const code = error instanceof CommanderError ? error.exitCode : 1;
    // Whoever stopped while a booking's outcome was unknown must still learn that it is.
    return stop.aborted && code !== UNKNOWN_EXIT_CODE ? STOPPED_EXIT_CODE : code;
  }
}

/** All commands, without a word read yet. */
export function mandoobProgram(
  open: OpenDatabase,
  terminal: Terminal,
  {
    installation = openInstallation,
    secrets = installationSecrets,
    patience,
    shopify = reachedStore(),
  }: Reached = {},
): Command {
  const program = new Command('mandoob')
    .version(VERSION, '-V, --version', 'the version of this program')
    .description(
      "The operator's command: shops, staff, drivers, orders, cash, card machines, files, backups and the Shopify store",
    )
    .addHelpText('after', ENVIRONMENT)
    .configureOutput({
      writeOut: (text) => terminal.write_out(text),
      writeErr: (text) => terminal.write_err(text),
    })
    .exitOverride();
  const read_in = async () => (await terminal.read_in?.()) ?? '';
  addShopCommands(program, open);
  addStaffCommands(program, { open, read_in });
  addDriverCommands(program, open);
  addOrderCommands(program, { open, ask: terminal.ask });
  addCashCommands(program, open, patience);
  addMachineCommands(program, open);
  addShopifyCommands(program, { open, secrets, read_in, store: shopify });
  addFileCommands(program, installation);
  addDoctorCommand(program, installation);
  addBackupCommands(program, installation);
  return program;
}
