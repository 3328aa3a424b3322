import { onTestFinished, vi } from 'vitest';
import type { OpenDatabase } from '../../server/cli/cli.ts';
import { type Reached, runMandoob } from '../../server/cli/program.ts';
import type { Ask } from '../../server/cli/terminal/ask-at-terminal.ts';
import { listenForStop } from '../../server/cli/terminal/ending.ts';
import type { Database } from '../../server/platform/database/database.ts';

export type CliResult = { out: string; err: string; code: number };

/** Runs `mandoob …` with `piped` as its standard input, or somebody at the terminal to `ask`: what it wrote, and its exit code. */
export async function runCli(
  args: string[],
  open: OpenDatabase,
  { piped = '', ask, ...reached }: Reached & { piped?: string; ask?: Ask } = {},
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

/** A database that is open already and stays so. */
export function alreadyOpen(owner: Database): OpenDatabase {
  return async () => ({ owner, close: async () => undefined });
}

/** For commands that open an installation in place of a database. */
export const opensNothing: OpenDatabase = () => Promise.reject(new Error('not asked for'));

/**
 * Lets the test ask the program to stop by a signal. Once asked, it stays so for the rest of the test's file; the files after it, in the
 * same process, get the program anew.
 */
export function listenForStopOnce(): void {
  listenForStop();
  onTestFinished(() => {
    vi.resetModules();
  });
}
