import type { Author } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { machineNow } from '../platform/machine.ts';
import type { Operation } from './operation.ts';
import { runOperation } from './run-operation.ts';

/** What the server does by itself, and what the shop's store told; with the shop they are actors. */
export const SERVER = { kind: 'system', name: 'server' } as const;
export const STORE = { kind: 'system', name: 'shopify' } as const;

/** Runs one operation in somebody's name inside their transaction, with its audit row and topics. Throws what it throws. */
export function runAs<By extends Author & { shop_id?: number }, Input, Answer>(
  tx: Tx,
  actor: By,
  operation: (tx: Tx, actor: By, input: Input, operation: Operation) => Promise<Answer>,
  input: NoInfer<Input>,
  now = machineNow(),
): Promise<Answer> {
  return runOperation(tx, actor, { now }, (running) => operation(tx, actor, input, running));
}
