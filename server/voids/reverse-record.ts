import type { VoidableRecord } from '../../contract/rules/approvals.ts';
import { lockBalancesIn } from '../cash/balances.ts';
import { lockDifference } from '../cash/differences.ts';
import { reverseMovements } from '../cash/voids/reverse-movements.ts';
import { moveCardMachine } from '../handovers/card-machines.ts';
import type { Tx } from '../platform/database/database.ts';
import { addUnlessThere } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';
import { findVoidable, type Voidable } from './find-voidable.ts';
import { voidBlocker } from './void-blocker.ts';

/** A signed void, as its row has it, without what depends on the moment at which it takes effect. */
export type SignedVoid = {
  shop_id: number;
  id: string;
  reference: string;
  record_type: VoidableRecord;
  record_id: string;
  reason: string;
  recorded_by: string;
  other_user_id: string | null;
  receipt_url: string;
  receipt_file_id: string;
  own_signature_file_id: string;
  own_signature_typed: boolean;
  own_signer: string;
  other_signature_file_id: string | null;
  other_signature_typed: boolean | null;
  other_signer: string | null;
  command_id: string;
  completed_at: Date;
};

/**
 * Locks the balances of a record's people, its difference and its card machine, and checks that the record
 * can be voided. Throws `not_found`, `already_void`, `void_blocked`.
 */
export async function lockVoidable(
  tx: Tx,
  shop_id: number,
  record_type: VoidableRecord,
  record_id: string,
): Promise<Voidable> {
  const held = await lockRecord(tx, shop_id, record_type, record_id);
  // Read again under the locks.
  const record = await findVoidable(tx, shop_id, record_type, record_id);
  if (record.is_voided) throw new Problem('already_void');
  if (record.difference_id !== null) await lockDifference(tx, shop_id, record.difference_id);
  const held_fils = record.receiver_id === null ? null : (held.get(record.receiver_id) ?? 0);
  const blocked = await voidBlocker(tx, shop_id, record, held_fils);
  if (blocked) throw Problem.ofBlockedVoid(blocked);
  return record;
}

/** Locks the card machine of a record, then its people's balances; returns these. Throws `not_found`. */
export async function lockRecord(
  tx: Tx,
  shop_id: number,
  record_type: VoidableRecord,
  record_id: string,
): Promise<Map<string, number>> {
  const { signer_ids, card_machine_id } = await findVoidable(tx, shop_id, record_type, record_id);
  if (card_machine_id !== null) await lockCardMachine(tx, shop_id, card_machine_id);
  return lockBalancesIn(tx, shop_id, signer_ids);
}

/** Locks a card machine, retired or not, until the transaction ends. */
async function lockCardMachine(tx: Tx, shop_id: number, id: string): Promise<void> {
  await sql`select from card_machines where shop_id = ${shop_id} and id = ${id}::uuid for update`.execute(tx);
}

/**
 * Voids a record that is locked: its movements are reversed, and its card machine goes back. Its row, goods
 * and documents stay (ruling H7). Throws `reference_taken`, `already_void`.
 */
export async function reverseRecord(
  tx: Tx,
  record: Voidable,
  signed: SignedVoid & { approval_id?: string },
  by: { command_id: string; now: Date },
): Promise<void> {
  const { shop_id, id } = signed;
  const { card_machine_id, machine_from_driver_id, driver_id } = record;
  const row = {
    ...signed,
    driver_id,
    card_machine_id,
    card_machine_to_driver_id: card_machine_id === null ? null : machine_from_driver_id,
    recorded_at: by.now,
  };
  if (!(await addUnlessThere(tx, 'cash_voids', row, ['shop_id', 'reference']))) {
    throw new Problem('reference_taken');
  }
  if (card_machine_id !== null) await moveCardMachine(tx, shop_id, card_machine_id, machine_from_driver_id);
  const sources = [record.id, record.difference_id].filter((source) => source !== null);
  const { command_id, now: occurred_at } = by;
  await reverseMovements(tx, shop_id, sources, { source_id: id, command_id, occurred_at });
}

/** The topics that a void touches, with the people of its record. */
export function touchedByVoid(record_type: VoidableRecord, { id, signer_ids, card_machine_id }: Voidable) {
  const seen_by = { audience: 'desk', user_ids: signer_ids } as const;
  const topic = record_type === 'deposit' ? 'deposits' : 'handovers';
  return [
    { topic: 'cash', subject_id: id, ...seen_by } as const,
    ...(record_type === 'float' ? [] : [{ topic, subject_id: id, ...seen_by } as const]),
    ...(card_machine_id === null
      ? []
      : [{ topic: 'machines', subject_id: card_machine_id, ...seen_by } as const]),
  ] as const;
}
