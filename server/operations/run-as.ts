import type { EndpointName } from '../../contract/operations/endpoints.ts';
import type { Origin } from '../audit/audit-event.ts';
import type { Author, System } from '../platform/actor.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { inTransaction, markNotRepeatable } from '../platform/database/transactions.ts';
import { machineNow } from '../platform/machine.ts';
import { assertDeclared } from './declared-changes.ts';
import { type Operation, perform, type Runs } from './operation.ts';
import { recordChange } from './record-change.ts';

/**
 * Authors of automatic operations of the server, and of changes from the shop's store; with a shop they are
 * actors.
 */
export const SERVER = { kind: 'system', name: 'server' } as const;
export const STORE = { kind: 'system', name: 'shopify' } as const;

/** An operator who creates a shop acts for none yet: the change names the new shop. */
type Anybody = Author & { shop_id?: number };

/**
 * Runs an operation without a command id, and records its audit row and topics. `origin` is a request's.
 * Rethrows its errors.
 */
export async function runOperation<Answer>(
  tx: Tx,
  actor: Anybody,
  { now, origin = null, endpoint }: { now: Date; origin?: Origin | null; endpoint?: EndpointName },
  work: (operation: Operation) => Promise<Answer>,
): Promise<Answer> {
  const given = { command_id: null, now, stage: () => undefined };
  const { answer, change } = await perform(given, work);
  if (endpoint) assertDeclared(endpoint, change);
  recordChange(tx, { author: actor, shop_id: actor.shop_id ?? null, origin, command_id: null }, change);
  return answer;
}

/**
 * Runs one operation as an actor inside a given transaction, with its audit row and topics. Rethrows its
 * errors.
 */
export function runAs<By extends Anybody, Input, Answer>(
  tx: Tx,
  actor: By,
  operation: Runs<By, Input, Answer>,
  input: NoInfer<Input>,
  now = machineNow(),
): Promise<Answer> {
  return runOperation(tx, actor, { now }, (running) => operation(tx, actor, input, running));
}

/**
 * Like `runAs`, for an operation without a command id that must not run twice: an unknown outcome is
 * reported, not retried.
 */
export const runOnce: typeof runAs = (tx, ...asked) => {
  markNotRepeatable(tx);
  return runAs(tx, ...asked);
};

/**
 * Runs an automatic operation of the server for a shop, such as a job's, in its own transaction. Rethrows its
 * errors.
 */
export function byServer<Input, Answer>(
  owner: Database,
  shop_id: number,
  operation: Runs<System, Input, Answer>,
  input: NoInfer<Input>,
): Promise<Answer> {
  return inTransaction(owner, (tx) => runAs(tx, { ...SERVER, shop_id }, operation, input));
}
