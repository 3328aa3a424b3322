import type { AuditedChange } from '../audit/audit-event.ts';
import type { Touched } from '../changes/touched.ts';
import type { Tx } from '../platform/database/database.ts';

/**
 * What an operation `(tx, actor, input, operation)` is given beside its input, and what it tells of itself: exactly once either what it
 * changed, what it let somebody see, or that it changed nothing. Whoever mounts it writes that down in the same transaction.
 */
export type Operation<Stage extends string = string> = {
  /** Under which it happens once; null for what does no harm when it happens again. */
  command_id: string | null;
  now: Date;
  /** Says how far it came, so that an unexpected failure can say where it stood. */
  stage(stage: Stage): void;
  changed(change: Change): void;
  /** Somebody was shown what is kept as a proof: the audit says so, and nobody has to read anything again. */
  looked(at: AuditedChange): void;
  /** A device told something of itself, which nobody did to the shop's records: who looks at it reads again, and the audit says nothing. */
  heard(touched: Change['touched']): void;
  /** Everything was already as it was to become: no audit row, nothing for anybody to read again. */
  unchanged(): void;
};

/** What every operation of a domain looks like. */
export type Runs<By, Input, Answer, Given = Operation> = (
  tx: Tx,
  actor: By,
  input: Input,
  operation: Given,
) => Promise<Answer>;

/** An operation that runs exactly once under the id that whoever asked for it has made (ruling A3). */
export type Command<Stage extends string = string> = Operation<Stage> & { command_id: string };

/** `asked` is what the command had asked of the database together with its key, so that it waits once less. */
export type AskedCommand<Asked, Stage extends string = string> = Command<Stage> & { asked: Asked };

export type Change = AuditedChange & {
  /** No change is nobody's to see. */
  touched: readonly [Touched, ...Touched[]];
  /** The shop it belongs to, where that is not the actor's, as for a shop that was just made. */
  shop_id?: number;
};

/** What is written of an operation: without `what`, nothing in the audit. */
export type Recorded = (Omit<Change, 'touched'> | { what: null; shop_id?: undefined }) & {
  touched: readonly Touched[];
};

/** Runs an operation and hears what it says of itself: null when it changed nothing. Throws when it says nothing, or more than once. */
export async function perform<Answer, Given extends Pick<Operation, 'command_id' | 'now' | 'stage'>>(
  given: Given,
  work: (operation: Given & Operation) => Promise<Answer>,
): Promise<{ answer: Answer; change: Recorded | null }> {
  const said: (Recorded | null)[] = [];
  const answer = await work({
    ...given,
    changed: (change) => void said.push(change),
    looked: (at) => void said.push({ ...at, touched: [] }),
    heard: (touched) => void said.push({ what: null, touched }),
    unchanged: () => void said.push(null),
  });
  const [change, ...more] = said;
  if (change === undefined)
    throw new Error('an operation says neither what it changed nor that it changed nothing');
  if (more.length > 0) throw new Error('an operation says more than once what it changed');
  return { answer, change };
}
