import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Command, CommanderError } from 'commander';
import { errorText } from '../platform/error-text.ts';
import { VERSION } from '../platform/own-package.ts';
import { readConfig } from '../platform/settings/config.ts';
import { addApprovalCommands } from './approvals/approval-commands.ts';
import { addBackupCommands } from './backup/backup-commands.ts';
import { addCashCommands } from './cash/cash-commands.ts';
import type { Cli, CliStoreOptions, OpenDatabase } from './cli.ts';
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
import { STOPPED_EXIT_CODE, stop, UNKNOWN_EXIT_CODE } from './terminal/ending.ts';
import { oneLine, visible } from './terminal/print.ts';
import { type Ask, terminalPrompt } from './terminal/prompt-at-terminal.ts';
import { refusalOf } from './terminal/refusal.ts';

export type Terminal = {
  write_out(text: string): void;
  /** Writes a chunk of a file without escaping it; undefined at a terminal. */
  write_file?: ((text: string) => Promise<void>) | undefined;
  write_err(text: string): void;
  /** Replaces the previously written line; undefined if lines cannot be replaced. */
  write_over?: ((line: string) => void) | undefined;
  read_in?(): Promise<string>;
  ask?: Ask | undefined;
};

/** The systems that commands use besides the database; tests replace them. */
export type CliEnvironment = Partial<
  Pick<Cli, 'installation' | 'secrets' | 'patience' | 'env' | 'scrypt_N'>
> & {
  shopify?: CliStoreOptions;
};

const processTerminal: Terminal = {
  write_out: (text) => process.stdout.write(text),
  write_file: process.stdout.isTTY
    ? undefined
    : (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
  write_err: (text) => process.stderr.write(text),
  write_over: process.stderr.isTTY
    ? // A longer line would wrap, and its first part would stay on screen.
      (line) => process.stderr.write(`\r${line.slice(0, process.stderr.columns - 1)}\u001b[K`)
    : undefined,
  read_in: async () => text(addAbortSignal(stop, process.stdin)),
  ask: terminalPrompt(),
};

const ENVIRONMENT = `
Settings (environment):
  DATABASE_URL  the Postgres database to use, or
  DATA_DIR      the directory of the built-in one (default: data, next to this program's package.json); the server may run
  DATABASE_REQUEST_URL  for doctor: as for the server
  FILES_URL, AUTH_SECRET  for backup, restore, files and the Shopify store: as for the server, with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of a bucket
  PRODUCT_NAME  for staff: a password must not contain it
  PUBLIC_URL    for the Shopify store: the address for its webhooks
  all settings of the server  for doctor, which checks them
  MANDOOB_BACKUP_PASSPHRASE, MANDOOB_BACKUP_PASSPHRASE_FILE  the passphrase of backups, or its file; without both, you enter it at the prompt

Exit codes:
  0  success
  1  refused or failed, or some rows of a file were bad
  2  a file could not be read completely
  3  outcome unknown: check it before you run the command again; repeat bookings and decisions with --id
  130  stopped by Ctrl-C or SIGTERM; partial work is removed, except that of a restore: run it again to continue`;

/**
 * Runs a command and returns its exit code; never ends the process. All output is escaped for the terminal.
 */
export async function runMandoob(
  args: string[],
  open: OpenDatabase,
  { write_out, write_err, write_over, ask, ...rest }: Terminal = processTerminal,
  reached: CliEnvironment = {},
): Promise<number> {
  let is_within_a_line = false;
  /** Writes below a progress line, which stays on screen. */
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
    // An unknown outcome must be reported even after a stop.
    return stop.aborted && code !== UNKNOWN_EXIT_CODE ? STOPPED_EXIT_CODE : code;
  }
}

/** Prints the error, unless commander has printed it. Returns the exit code. */
function failed(error: unknown, { write_err }: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode;
  const refusal = refusalOf(error);
  write_err(`error: ${refusal ? oneLine(refusal.sentence) : errorText(error)}\n`);
  return refusal?.exit_code ?? 1;
}

/** Builds the program with all its commands. */
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
  }: CliEnvironment = {},
): Command {
  const program = new Command('mandoob')
    .version(VERSION, '-V, --version', 'the version of this program')
    .description(
      'Command line for operators: shops, staff, drivers, orders, cash, approvals, reports, card machines, devices, the audit, files, backups and the Shopify store',
    )
    .addHelpText('after', ENVIRONMENT)
    .configureOutput({ writeOut: write_out, writeErr: write_err })
    .exitOverride();
  const cli: Cli = {
    print: (text) => write_out(`${text}\n`),
    write: write_file,
    report: (line) => write_err(`${line}\n`),
    report_progress: write_over ?? ((line) => write_err(`${line}\n`)),
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
  addApprovalCommands(program, cli);
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

/** Options for real stores. PUBLIC_URL counts only if it is set here: the server's may differ. */
function reachedStore(): CliStoreOptions {
  const { PUBLIC_URL } = process.env;
  return {
    get public_url() {
      const { public_url, public_url_is_default } = readConfig({ PUBLIC_URL });
      return public_url_is_default ? null : public_url;
    },
  };
}
