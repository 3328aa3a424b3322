import { onTestFinished, vi } from 'vitest';
import type { OpenDatabase } from '../../server/cli/cli.ts';
import { type CliEnvironment, runMandoob } from '../../server/cli/program.ts';
import { listenForStop } from '../../server/cli/terminal/ending.ts';
import type { Ask } from '../../server/cli/terminal/prompt-at-terminal.ts';
import type { Database } from '../../server/platform/database/database.ts';

export type CliResult = { out: string; err: string; code: number };

/** Runs `mandoob …` with `piped` as standard input, or `ask` as a terminal. Returns output and exit code. */
export async function runCli(
  args: string[],
  open: OpenDatabase,
  { piped = '', ask, ...reached }: CliEnvironment & { piped?: string; ask?: Ask } = {},
): Promise<CliResult> {
  const written = { out: '', err: '' };
  const terminal = {
    write_out: (text: string) => {
      written.out += text;
    },
    write_err: (text: string) => {
      written.err += text;
    },
    read_in: async () => piped,
    ask,
  };
  const code = await runMandoob(args, open, terminal, reached);
  return { ...written, code };
}

/** Provides an open database, which stays open. */
export function alreadyOpen(owner: Database): OpenDatabase {
  return async () => ({ owner, close: async () => undefined });
}

/** An opener that must not be called, for commands that open an installation instead of a database. */
export const opensNothing: OpenDatabase = () =>
  Promise.reject(new Error('The database was not expected to be opened'));

/**
 * Enables the test to stop the program by a signal. The stop lasts for the rest of the test file; later files
 * in the same process load the program again.
 */
export function listenForStopOnce(): void {
  listenForStop();
  onTestFinished(() => {
    vi.resetModules();
  });
}
