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

/** Adds `--id`, under which a booking whose outcome stayed unknown is asked for again. */
export function addCommandId(command: Command): Command {
  return command.option('--id <id>', 'repeat the booking with this id: it is booked once at most', commandId);
}

function commandId(text: string): string {
  const id = text.toLowerCase();
  if (!UUID.test(id)) throw new InvalidArgumentError('An id is what an earlier booking printed first.');
  return id;
}

/** What is asked for, and of whom; `words` are the command's, which its fingerprint keeps. */
type Booking<Asked> = {
  email: string;
  words: string;
  operation: Runs<Operator, Asked & { user_id: string }, Booked>;
  asked: Asked;
};

/**
 * Books something once, however often it is sent, in the transaction of its id. The id is printed before anything is
 * sent. When the answer of a commit is lost, the same is asked again until the database is back: it answers what was booked, or books
 * it now. Ends the program with the id to repeat when it stays away, and with a sentence when nothing was booked.
 */
export async function bookOnce<Asked extends object>(
  cli: Cli,
  booking: Booking<Asked>,
  id = machineRandom.id(),
): Promise<Booked> {
  cli.tell(`id ${id}`);
  // Once the work is done its commit is on the way, and may happen though nobody hears of it.
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
        const sentence = `not known whether this was booked; repeat with --id ${id}`;
        throw new TerminalError(sentence, UNKNOWN_EXIT_CODE);
      }
      cli.tell('The database does not answer: waiting to look whether this was booked');
      await delay(cli.patience.every_ms, undefined, { signal: stop }).catch(() => undefined);
    }
  }
}

async function book<Asked extends object>(
  tx: Tx,
  command_id: string,
  { email, words, operation, asked }: Booking<Asked>,
): Promise<Booked> {
  const { user_id, shop_id } = await findStaff(tx, email);
  const operator = operatorOf(shop_id);
  const input = { user_id, ...asked };
  const command = { command_id, now: machineNow(), command: words, input };
  return runOperatorCommand(tx, operator, command, (running) => operation(tx, operator, input, running));
}

function refuseOtherUse(error: unknown): never {
  if (error instanceof Problem && error.code === 'command_reused') {
    throw new TerminalError('This id was used for something else; leave --id out to book anew');
  }
  throw error;
}

function nothingBooked(error: unknown): unknown {
  const unavailable = error instanceof Problem && error.code === 'unavailable';
  return unavailable
    ? new Error('The database does not answer: nothing was booked', { cause: error })
    : error;
}
