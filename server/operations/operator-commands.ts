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
  /** The words of the command, such as 'cash issue'. */
  command: string;
  /** The parsed input. */
  input: object;
};

/**
 * Runs a command of the shop's operator in its one transaction, exactly once, like `runCommand` for requests.
 * The id is claimed as the first write, so a concurrent command with the same id waits. If the id was
 * recorded before, in any shop, the stored reply is returned and nothing is done: its user may have changed
 * shop since. A refusal rolls the claim back. Throws `command_reused` when the id was used with another
 * input.
 */
export async function runOperatorCommand<Answer extends object>(
  tx: Tx,
  operator: Operator,
  { command_id, now, command, input }: OperatorCommand,
  work: (command: Command) => Promise<Answer>,
): Promise<Answer> {
  const { shop_id } = operator;
  const fingerprint = fingerprintOf({ command, ...input });
  const readEarlier = () => storedReply<Answer>(tx, command_id, fingerprint);
  let earlier = await readEarlier();
  if (!earlier) {
    const command_row = { shop_id, command_id, command, fingerprint };
    const claimed = await addUnlessThere(tx, 'operator_commands', command_row);
    if (!claimed) earlier = await readEarlier();
  }
  if (earlier) return earlier;

  const { answer, change } = await perform({ command_id, now, stage: () => undefined }, work);
  recordChange(tx, { author: operator, shop_id, origin: null, command_id }, change);
  tx.later(changingRows('operator_commands', { shop_id, command_id }, { body: JSON.stringify(answer) }));
  return answer;
}

async function storedReply<Answer>(tx: Tx, command_id: string, fingerprint: string): Promise<Answer | null> {
  const earlier = await findRow(tx, 'operator_commands', { command_id }, ['fingerprint', 'body']);
  if (!earlier) return null;
  if (earlier.fingerprint !== fingerprint) throw new Problem('command_reused');
  if (earlier.body === null) throw new Error('a command was stored without its reply');
  return JSON.parse(earlier.body) as Answer;
}
