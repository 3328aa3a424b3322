import type { Origin } from '../audit/audit-event.ts';
import type { Author } from '../platform/actor.ts';
import { type Tx, withNext } from '../platform/database/database.ts';
import { type Operation, perform } from './operation.ts';
import { withChange } from './record-change.ts';

/** Whoever makes a shop is in none yet: the change names it. */
type Anybody = Author & { shop_id?: number };

/**
 * Runs an operation inside its transaction and writes its audit row and topics there. For what needs no command id: to do it
 * again does no harm. `origin` is a request's. Throws what the operation throws, and when it says nothing of itself.
 */
export async function runOperation<Answer>(
  tx: Tx,
  actor: Anybody,
  { now, origin = null }: { now: Date; origin?: Origin | null },
  work: (operation: Operation) => Promise<Answer>,
): Promise<Answer> {
  const given = { command_id: null, now, stage: () => undefined };
  const { answer, change } = await perform(given, work);
  if (!change) return answer;
  const by = { author: actor, shop_id: actor.shop_id ?? null, origin, command_id: null };
  const recording = withChange(tx, by, change).selectNoFrom((one) => one.lit(true).as('recorded'));
  // Goes out with whatever comes next, the commit at the latest.
  withNext(tx, recording);
  return answer;
}
