import type { Operator } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { addUnlessThere, changingRows, findRow } from '../platform/database/rows.ts';
import { Problem } from '../platform/problem.ts';
import { fingerprintOf } from './commands.ts';
import { type Command, perform } from './operation.ts';
import { recordChange } from './record-change.ts';

type OperatorCommand = {
  command_id: string;
  now: Date;
  /** Its words, as 'cash issue'. */
  command: string;
  /** What was asked for, as it was understood. */
  input: object;
};

/**
 * Runs a command of the shop's operator inside its one transaction, exactly once: `runCommand` for whoever is at the command line. The id
 * is claimed as the first write; two at once queue behind it. What was booked under this id, in whichever shop, is answered again and
 * nothing is done: a person may have changed shop since. A refusal rolls the claim back. Throws `command_reused` when the id was
 * used for something else.
 */
export async function runOperatorCommand<Answer extends object>(
  tx: Tx,
  operator: Operator,
  { command_id, now, command, input }: OperatorCommand,
  work: (command: Command) => Promise<Answer>,
): Promise<Answer> {
  const { shop_id } = operator;
  const fingerprint = fingerprintOf({ command, ...input });
  const answerOfBefore = () => answered<Answer>(tx, command_id, fingerprint);
  let earlier = await answerOfBefore();
  if (!earlier) {
    const command_row = { shop_id, command_id, command, fingerprint };
    const claimed = await addUnlessThere(tx, 'operator_commands', command_row);
    if (!claimed) earlier = await answerOfBefore();
  }
  if (earlier) return earlier;

  const { answer, change } = await perform({ command_id, now, stage: () => undefined }, work);
  recordChange(tx, { author: operator, shop_id, origin: null, command_id }, change);
  tx.later(changingRows('operator_commands', { shop_id, command_id }, { body: JSON.stringify(answer) }));
  return answer;
}

async function answered<Answer>(tx: Tx, command_id: string, fingerprint: string): Promise<Answer | null> {
  const earlier = await findRow(tx, 'operator_commands', { command_id }, ['fingerprint', 'body']);
  if (!earlier) return null;
  if (earlier.fingerprint !== fingerprint) throw new Problem('command_reused');
  if (earlier.body === null) throw new Error('a command was stored without its answer');
  return JSON.parse(earlier.body) as Answer;
}
