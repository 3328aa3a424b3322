import { setTimeout as delay } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { UUID } from '../../contract/rules/ids.ts';
import { PROBLEMS } from '../../contract/rules/problems.ts';
import type { Command as RunningCommand, Runs } from '../operations/operation.ts';
import { runOperatorCommand } from '../operations/operator-commands.ts';
import type { Operator } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { machineNow, machineRandom } from '../platform/machine.ts';
import { Problem } from '../platform/problem.ts';
import type { Cli } from './cli.ts';
import { operate } from './operate.ts';
import { stop, TerminalError, UNKNOWN_EXIT_CODE } from './terminal/ending.ts';
import { refusalOf } from './terminal/refusal.ts';

/** Adds `--id`, which repeats a command whose outcome is unknown. */
export function addCommandId(command: Command): Command {
  return command.option(
    '--id <id>',
    'repeat the command with this id; it takes effect at most once',
    commandId,
  );
}

function commandId(text: string): string {
  const id = text.toLowerCase();
  if (!UUID.test(id)) throw new InvalidArgumentError('Use the id that the first attempt printed.');
  return id;
}

/**
 * Runs `work` in a transaction until its outcome is known. Its command takes effect once, however often it is
 * sent: the id is recorded in the same transaction and printed before anything is sent. If the reply to a
 * commit is lost, retries until the database is back; the retry returns the first reply or runs the command
 * now. Throws TerminalError with the id to repeat if the database stays away, or with a message if nothing
 * was recorded.
 */
export async function commandOnce<T>(
  cli: Cli,
  id: string | undefined,
  work: (tx: Tx, command_id: string) => Promise<T>,
): Promise<T> {
  const command_id = id ?? machineRandom.id();
  cli.report(`id ${command_id}`);
  // True once a commit is on its way, which may succeed although its reply is lost.
  let perhaps_recorded = false;
  const until = performance.now() + cli.patience.at_most_ms;
  for (;;) {
    try {
      return await operate(cli, async (tx) => {
        const result = await work(tx, command_id).catch(refuseOtherUse);
        perhaps_recorded = true;
        return result;
      });
    } catch (error) {
      if (!perhaps_recorded) throw nothingRecorded(error);
      if (!stop.aborted && isRefusal(error)) throw error;
      if (stop.aborted || performance.now() >= until) {
        const sentence = `It is unknown whether this was recorded; repeat with --id ${command_id}`;
        throw new TerminalError(sentence, UNKNOWN_EXIT_CODE);
      }
      cli.report('The database does not respond: waiting to check whether this was recorded');
      await delay(cli.patience.every_ms, undefined, { signal: stop }).catch(() => undefined);
    }
  }
}

type Once<Input, Reply> = {
  command_id: string;
  /** The name of the command, which is part of its fingerprint. */
  words: string;
  /** The parsed input of the fingerprint. */
  input: Input;
  operation: Runs<Operator, Input, Reply, RunningCommand>;
};

/**
 * Runs the operator's command, or returns the reply that is stored under its id. For `work` of `commandOnce`.
 */
export function runUnderId<Input extends object, Reply extends object>(
  tx: Tx,
  operator: Operator,
  { command_id, words, input, operation }: Once<Input, Reply>,
): Promise<Reply> {
  const command = { command_id, now: machineNow(), command: words, input };
  return runOperatorCommand(tx, operator, command, (running) => operation(tx, operator, input, running));
}

/** True if the error is the command's own: nothing is recorded under its id. */
function isRefusal(error: unknown): boolean {
  return refusalOf(error) !== undefined || (error instanceof Problem && PROBLEMS[error.code].status < 500);
}

function refuseOtherUse(error: unknown): never {
  if (error instanceof Problem && error.code === 'command_reused') {
    throw new TerminalError('This id was used for another command; omit --id for a new one');
  }
  throw error;
}

function nothingRecorded(error: unknown): unknown {
  const unavailable = error instanceof Problem && error.code === 'unavailable';
  return unavailable
    ? new Error('The database does not respond: nothing was recorded', { cause: error })
    : error;
}
