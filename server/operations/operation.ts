import type { AuditedChange } from '../audit/audit-event.ts';
import type { Touched } from '../changes/touched.ts';
import type { Tx } from '../platform/database/database.ts';

/**
 * The last argument of an operation `(tx, actor, input, operation)`. The operation reports exactly once,
 * either what it changed, what it showed to a user, or that it changed nothing. Its caller records that in
 * the same transaction.
 */
export type Operation<Stage extends string = string> = {
  /** The id under which it runs exactly once; null for an operation that may be repeated. */
  command_id: string | null;
  now: Date;
  /** Reports the stage reached, for the log of an unexpected failure. */
  stage(stage: Stage): void;
  changed(change: Change): void;
  /** Reports that a user viewed a proof: the audit records it, and no data has to be read again. */
  viewed(at: AuditedChange): void;
  /**
   * Reports news about a device that do not change the shop's records: viewers reload, and no audit row is
   * written.
   */
  deviceReported(touched: Change['touched']): void;
  /** Reports that everything was already as requested: no audit row, and no data has to be read again. */
  unchanged(): void;
};

/** The signature of every operation. */
export type Runs<By, Input, Answer, Given = Operation> = (
  tx: Tx,
  actor: By,
  input: Input,
  operation: Given,
) => Promise<Answer>;

/** An operation that runs exactly once under the client's id. */
export type Command<Stage extends string = string> = Operation<Stage> & { command_id: string };

/** `asked` is the result of reads that were sent together with the key, which saves a round trip. */
export type CommandWithReads<Asked, Stage extends string = string> = Command<Stage> & { asked: Asked };

export type Change = AuditedChange & {
  /** The touched topics; every change is visible to some users. */
  touched: readonly [Touched, ...Touched[]];
  /** The shop of the change if it is not the actor's, for example a shop that was just created. */
  shop_id?: number;
};

/** The record of an operation; without `what`, the audit contains nothing. */
export type Recorded = (Omit<Change, 'touched'> | { what: null; shop_id?: undefined }) & {
  touched: readonly Touched[];
};

/**
 * Runs an operation and returns its result and reported change: null when it changed nothing. Throws when it
 * reports nothing, or more than once.
 */
export async function perform<Answer, Given extends Pick<Operation, 'command_id' | 'now' | 'stage'>>(
  given: Given,
  work: (operation: Given & Operation) => Promise<Answer>,
): Promise<{ answer: Answer; change: Recorded | null }> {
  const reported: (Recorded | null)[] = [];
  const answer = await work({
    ...given,
    changed: (change) => void reported.push(change),
    viewed: (at) => void reported.push({ ...at, touched: [] }),
    deviceReported: (touched) => void reported.push({ what: null, touched }),
    unchanged: () => void reported.push(null),
  });
  const [change, ...more] = reported;
  if (change === undefined)
    throw new Error('an operation reported neither a change nor that it changed nothing');
  if (more.length > 0) throw new Error('an operation reported its change more than once');
  return { answer, change };
}
