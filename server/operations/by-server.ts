import type { System } from '../platform/actor.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import type { Operation } from './operation.ts';
import { runAs, SERVER } from './run-as.ts';

/** Runs in a transaction of its own an operation that the server does for a shop by itself, as jobs do. Throws what it throws. */
export function byServer<Input, Answer>(
  owner: Database,
  shop_id: number,
  operation: (tx: Tx, actor: System, input: Input, operation: Operation) => Promise<Answer>,
  input: NoInfer<Input>,
): Promise<Answer> {
  return inTransaction(owner, (tx) => runAs(tx, { ...SERVER, shop_id }, operation, input));
}
