import { setTimeout as delay } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { UUID } from '../../../contract/rules/ids.ts';
import type { Booked } from '../../cash/operator-bookings.ts';
import { findStaff } from '../../identity/find-staff.ts';
import type { Runs } from '../../operations/operation.ts';
import { runOperatorCommand } from '../../operations/operator-commands.ts';
import type { Operator } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { machineNow, machineRandom } from '../../platform/machine.ts';
import { Problem } from '../../platform/problem.ts';
import type { Cli } from '../cli.ts';
import { operate, operatorOf } from '../operate.ts';
import { stop, TerminalError, UNKNOWN_EXIT_CODE } from '../terminal/ending.ts';
import { refusalOf } from '../terminal/refusal.ts';

/** Adds `--id`, which repeats a booking whose outcome is unknown. */
export function addCommandId(command: Command): Command {
  return command.option('--id <id>', 'repeat the booking with this id; it is booked at most once', commandId);
}

function commandId(text: string): string {
  const id = text.toLowerCase();
  if (!UUID.test(id)) throw new InvalidArgumentError('Use the id that the first attempt printed.');
  return id;
}

/** A booking for one member of staff. `words`, the command's name, are part of its fingerprint. */
type Booking<Input> = {
  email: string;
  words: string;
  operation: Runs<Operator, Input & { user_id: string }, Booked>;
  asked: Input;
};

/**
 * Books once, however often the command is sent; the command's id is recorded in the same transaction and
 * printed before anything is sent. If the reply to a commit is lost, retries until the database is back: the
 * retry returns the first booking or books now. Throws TerminalError with the id to repeat if the database
 * stays away, or with a message if nothing was booked.
 */
export async function bookOnce<Input extends object>(
  cli: Cli,
  booking: Booking<Input>,
  id = machineRandom.id(),
): Promise<Booked> {
  cli.report(`id ${id}`);
  // True once a commit is on its way, which may succeed although its reply is lost.
  let perhaps_booked = false;
  const until = performance.now() + cli.patience.at_most_ms;
  for (;;) {
    try {
      return await operate(cli, async (tx) => {
        const booked = await book(tx, id, booking).catch(refuseOtherUse);
        perhaps_booked = true;
        return booked;
      });
    } catch (error) {
      if (!perhaps_booked) throw nothingBooked(error);
      if (!stop.aborted && refusalOf(error) !== undefined) throw error;
      if (stop.aborted || performance.now() >= until) {
        const sentence = `It is unknown whether this was booked; repeat with --id ${id}`;
        throw new TerminalError(sentence, UNKNOWN_EXIT_CODE);
      }
      cli.report('The database does not respond: waiting to check whether this was booked');
      await delay(cli.patience.every_ms, undefined, { signal: stop }).catch(() => undefined);
    }
  }
}

async function book<Input extends object>(
  tx: Tx,
  command_id: string,
  { email, words, operation, asked }: Booking<Input>,
): Promise<Booked> {
  const { user_id, shop_id } = await findStaff(tx, email);
  const operator = operatorOf(shop_id);
  const input = { user_id, ...asked };
  const command = { command_id, now: machineNow(), command: words, input };
  return runOperatorCommand(tx, operator, command, (running) => operation(tx, operator, input, running));
}

function refuseOtherUse(error: unknown): never {
  if (error instanceof Problem && error.code === 'command_reused') {
    throw new TerminalError('This id was used for another booking; omit --id for a new booking');
  }
  throw error;
}

function nothingBooked(error: unknown): unknown {
  const unavailable = error instanceof Problem && error.code === 'unavailable';
  return unavailable
    ? new Error('The database does not respond: nothing was booked', { cause: error })
    : error;
}
