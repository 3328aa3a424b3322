import type { EndpointName } from '../../contract/operations/endpoints.ts';
import type { Origin } from '../audit/audit-event.ts';
import type { Author, System } from '../platform/actor.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { inTransaction, neverTwice } from '../platform/database/transactions.ts';
import { machineNow } from '../platform/machine.ts';
import { assertDeclared } from './declared-changes.ts';
import { type Operation, perform, type Runs } from './operation.ts';
import { recordChange } from './record-change.ts';

/** What the server does by itself, and what the shop's store told; with the shop they are actors. */
export const SERVER = { kind: 'system', name: 'server' } as const;
export const STORE = { kind: 'system', name: 'shopify' } as const;

/** Whoever makes a shop is in none yet: the change names it. */
type Anybody = Author & { shop_id?: number };

/** Runs an operation that has no command id, in its transaction, with audit row and topics. `origin` is a request's. Throws as it does. */
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

/** Runs one operation in somebody's name inside their transaction, with its audit row and topics. Throws what it throws. */
export function runAs<By extends Anybody, Input, Answer>(
  tx: Tx,
  actor: By,
  operation: Runs<By, Input, Answer>,
  input: NoInfer<Input>,
  now = machineNow(),
): Promise<Answer> {
  return runOperation(tx, actor, { now }, (running) => operation(tx, actor, input, running));
}

/** As `runAs`, for what must not be done twice and has no command id: whoever asked is told where it is not known whether it was done. */
export const runOnce: typeof runAs = (tx, ...asked) => {
  neverTwice(tx);
  return runAs(tx, ...asked);
};

/** Runs in a transaction of its own an operation that the server does for a shop by itself, as jobs do. Throws what it throws. */
export function byServer<Input, Answer>(
  owner: Database,
  shop_id: number,
  operation: Runs<System, Input, Answer>,
  input: NoInfer<Input>,
): Promise<Answer> {
  return inTransaction(owner, (tx) => runAs(tx, { ...SERVER, shop_id }, operation, input));
}
