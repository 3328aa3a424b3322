import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Command, CommanderError } from 'commander';
import { errorText } from '../platform/error-text.ts';
import { VERSION } from '../platform/own-package.ts';
import { readConfig } from '../platform/settings/config.ts';
import { addBackupCommands } from './backup/backup-commands.ts';
import { addCashCommands } from './cash/cash-commands.ts';
import type { Cli, OpenDatabase, ReachedStore } from './cli.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { addFileCommands } from './files/file-commands.ts';
import { installationSecrets, openInstallation } from './open-installation.ts';
import { addOrderCommands } from './orders/order-commands.ts';
import { addAuditCommands } from './reports/audit-commands.ts';
import { addReportCommands } from './reports/report-commands.ts';
import { addDeviceCommands } from './shop/device-commands.ts';
import { addDriverCommands, addMachineCommands } from './shop/driver-commands.ts';
import { addShopCommands } from './shop/shop-commands.ts';
import { addStaffCommands } from './shop/staff-commands.ts';
import { addShopifyCommands } from './shopify/shopify-commands.ts';
import { type Ask, asker } from './terminal/ask-at-terminal.ts';
import { STOPPED_EXIT_CODE, stop, UNKNOWN_EXIT_CODE } from './terminal/ending.ts';
import { oneLine, visible } from './terminal/print.ts';
import { refusalOf } from './terminal/refusal.ts';

export type Terminal = {
  write_out(text: string): void;
  /** Writes a piece of a file as it is; undefined where somebody looks at it. */
  write_file?: ((text: string) => Promise<void>) | undefined;
  write_err(text: string): void;
  /** Writes a line in place of the one it wrote before; undefined where lines stay. */
  write_over?: ((line: string) => void) | undefined;
  read_in?(): Promise<string>;
  ask?: Ask | undefined;
};

/** What the command reaches beside the database: of the machine it runs on, unless a test brings its own. */
export type Reached = Partial<Pick<Cli, 'installation' | 'secrets' | 'patience' | 'env' | 'scrypt_N'>> & {
  shopify?: ReachedStore;
};

const processTerminal: Terminal = {
  write_out: (text) => process.stdout.write(text),
  write_file: process.stdout.isTTY
    ? undefined
    : (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
  write_err: (text) => process.stderr.write(text),
  write_over: process.stderr.isTTY
    ? // A line that is too long would go on in the next one, and stay there.
      (line) => process.stderr.write(`\r${line.slice(0, process.stderr.columns - 1)}\u001b[K`)
    : undefined,
  read_in: async () => text(addAbortSignal(stop, process.stdin)),
  ask: asker(),
};

const ENVIRONMENT = `
Settings (environment):
  DATABASE_URL  the Postgres to work on, or
  DATABASE_REQUEST_URL  for doctor: as for the server
  DATA_DIR      the directory with the built-in one (default: data, beside this program's package.json); works while the server runs, and without it
  FILES_URL, AUTH_SECRET  for backup, restore, files and the Shopify store: as for the server, with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of a bucket
  PRODUCT_NAME  for staff: no password is made of it
  PUBLIC_URL  for the Shopify store: where it is to send webhooks
  all of the server's  for doctor, which tries them
  MANDOOB_BACKUP_PASSPHRASE, MANDOOB_BACKUP_PASSPHRASE_FILE  of backups, or where it lies; asked for where neither is set

Exit codes:
  0  done
  1  refused, or some rows of a file were not good
  2  a file could not be read, or not to its end
  3  not known whether it was done: look before you repeat it; repeat bookings with --id
  130  stopped by Ctrl-C or SIGTERM; nothing half done is left, but for a restore, which goes on when it is run again`;

/** Runs the command. Answers the exit code, never ends the process; nothing reaches the terminal that it would obey instead of showing. */
export async function runMandoob(
  args: string[],
  open: OpenDatabase,
  { write_out, write_err, write_over, ask, ...rest }: Terminal = processTerminal,
  reached: Reached = {},
): Promise<number> {
  let is_within_a_line = false;
  /** What was written in place stays as it is, and the next text begins below it. */
  const below = (write: (text: string) => void) => (text: string) => {
    if (is_within_a_line) write_err('\n');
    is_within_a_line = false;
    write(visible(text));
  };
  const terminal: Terminal = {
    ...rest,
    write_out: below(write_out),
    write_err: below(write_err),
    write_over:
      write_over &&
      ((line) => {
        is_within_a_line = true;
        write_over(oneLine(line));
      }),
    ask: ask && ((question) => ask(visible(question))),
  };
  try {
    await mandoobProgram(open, terminal, reached).parseAsync(args, { from: 'user' });
    return stop.aborted ? STOPPED_EXIT_CODE : 0;
  } catch (error) {
    const code = failed(error, terminal);
    // Whoever stopped while the outcome was unknown must still learn that it is.
    return stop.aborted && code !== UNKNOWN_EXIT_CODE ? STOPPED_EXIT_CODE : code;
  }
}

/** Says what went wrong, unless commander has. Answers the exit code. */
function failed(error: unknown, { write_err }: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode;
  const refusal = refusalOf(error);
  write_err(`error: ${refusal ? oneLine(refusal.sentence) : errorText(error)}\n`);
  return refusal?.exit_code ?? 1;
}

/** All commands, without a word read yet. */
export function mandoobProgram(
  open: OpenDatabase,
  {
    write_out,
    write_file = async (text) => write_out(text),
    write_err,
    write_over,
    read_in = async () => '',
    ask,
  }: Terminal,
  {
    installation = openInstallation,
    secrets = installationSecrets,
    env = process.env,
    patience = { every_ms: 1_000, at_most_ms: 60_000 },
    shopify = reachedStore(),
    scrypt_N,
  }: Reached = {},
): Command {
  const program = new Command('mandoob')
    .version(VERSION, '-V, --version', 'the version of this program')
    .description(
      "The operator's command: shops, staff, drivers, orders, cash, reports, card machines, devices, the audit, files, backups and the Shopify store",
    )
    .addHelpText('after', ENVIRONMENT)
    .configureOutput({ writeOut: write_out, writeErr: write_err })
    .exitOverride();
  const cli: Cli = {
    print: (text) => write_out(`${text}\n`),
    write: write_file,
    tell: (line) => write_err(`${line}\n`),
    tell_progress: write_over ?? ((line) => write_err(`${line}\n`)),
    read_in,
    ask,
    open,
    installation,
    secrets,
    env,
    patience,
    store: shopify,
    scrypt_N,
  };
  addShopCommands(program, cli);
  addStaffCommands(program, cli);
  addDriverCommands(program, cli);
  addOrderCommands(program, cli);
  addCashCommands(program, cli);
  addReportCommands(program, cli);
  addMachineCommands(program, cli);
  addDeviceCommands(program, cli);
  addShopifyCommands(program, cli);
  addFileCommands(program, cli);
  addAuditCommands(program, cli);
  addDoctorCommand(program, cli);
  addBackupCommands(program, cli);
  return program;
}

/** The stores themselves. PUBLIC_URL counts only where it is set: the server may know another. */
function reachedStore(): ReachedStore {
  const { PUBLIC_URL } = process.env;
  return {
    get public_url() {
      const { public_url, public_url_is_default } = readConfig({ PUBLIC_URL });
      return public_url_is_default ? null : public_url;
    },
  };
}
