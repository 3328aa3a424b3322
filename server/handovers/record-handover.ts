import type { Insertable } from 'kysely';
import type { EndHandover, HandoverDone, StartHandover } from '../../contract/schemas/handovers.ts';
import { heldBy } from '../cash/balances.ts';
import { type MovementReason, postMovement } from '../cash/movements.ts';
import type { Change } from '../operations/operation.ts';
import type { Tables, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import type { BegunHandover, HandoverContext, PinnedHandover } from './begin-handover.ts';

/** What differs between a start and an end of day once both are checked. */
export type HandoverFacts = {
  card_machine_given: boolean;
  card_machine_received: boolean;
  difference_fils: number | null;
};

/** Writes a start or end of day and moves its cash, and answers it. Throws `reference_taken`. */
export async function recordHandover(
  context: HandoverContext,
  begun: BegunHandover,
  input: StartHandover | EndHandover,
  facts: HandoverFacts & PinnedHandover,
): Promise<HandoverDone> {
  const { tx, actor, command_id, now, stage, changed } = context;
  const { handover_type, driver, paths, completed_at } = begun;
  const { handover_reference, amount_fils } = input;
  const id = tx.newId();
  stage('record');
  await insertHandover(tx, {
    shop_id: actor.shop_id,
    id,
    handover_reference,
    handover_type,
    driver_id: driver.id,
    staff_user_id: driver.user_id,
    admin_id: actor.user_id,
    amount_fils,
    cash_received: amount_fils > 0,
    card_machine_id: input.card_machine_id,
    driver_signature_url: paths.driver_signature,
    admin_signature_url: paths.admin_signature,
    receipt_url: paths.receipt,
    driver_signature_typed: input.driver_signature.typed,
    driver_signer: input.driver_signature.signer,
    admin_signature_typed: input.admin_signature.typed,
    admin_signer: input.admin_signature.signer,
    command_id,
    completed_at,
    recorded_at: now,
    ...facts,
  });
  stage('cash');
  const [from_user_id, to_user_id] =
    handover_type === 'start' ? [actor.user_id, driver.user_id] : [driver.user_id, actor.user_id];
  await moveHandedCash(context, {
    id,
    from_user_id,
    to_user_id,
    amount_fils,
    reason: handover_type === 'start' ? 'start_handover' : 'end_handover',
    completed_at,
  });
  const { card_machine_given, card_machine_received, difference_fils } = facts;
  const { card_machine_id } = input;
  changed({
    what: `${handover_type}_handover`,
    ...handedOver(id, [actor.user_id, driver.user_id], card_machine_id),
    after: {
      handover_reference,
      driver_id: driver.id,
      amount_fils,
      difference_fils,
      card_machine_id,
      card_machine_given,
      card_machine_received,
    },
  });
  const [driver_total_fils, admin_total_fils] = await Promise.all([
    heldBy(tx, actor.shop_id, driver.user_id),
    heldBy(tx, actor.shop_id, actor.user_id),
  ]);
  return {
    id,
    handover_reference,
    amount_fils,
    difference_fils,
    driver_total_fils,
    admin_total_fils,
    completed_at: completed_at.toISOString(),
  };
}

/** What every handover between these two says of itself. */
export function handedOver(id: string, user_ids: string[], card_machine_id: string | null = null) {
  const seen_by = { audience: 'desk', user_ids } as const;
  return {
    subject_id: id,
    before: null,
    personal_fields: ['signer'],
    touched: [
      { topic: 'handovers', subject_id: id, ...seen_by },
      { topic: 'cash', ...seen_by },
      ...(card_machine_id === null
        ? []
        : [{ topic: 'machines', subject_id: card_machine_id, audience: 'desk' } as const]),
    ],
  } satisfies Partial<Change>;
}

/**
 * Throws `reference_taken`. The same command sent again never comes here: it is answered from what was stored, so whoever has
 * the reference is another.
 */
export async function insertHandover(tx: Tx, handover: Insertable<Tables['cash_handovers']>): Promise<void> {
  const inserted = await tx
    .insertInto('cash_handovers')
    .values(handover)
    .onConflict((conflict) => conflict.columns(['shop_id', 'handover_reference']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) throw new Problem('reference_taken');
}

/** One movement from one member of staff to another, with the handover or not at all; none for an amount of 0. */
export async function moveHandedCash(
  { tx, actor, command_id }: HandoverContext,
  handover: {
    id: string;
    from_user_id: string;
    to_user_id: string;
    amount_fils: number;
    reason: MovementReason;
    completed_at: Date;
  },
): Promise<void> {
  if (handover.amount_fils === 0) return;
  await postMovement(tx, {
    shop_id: actor.shop_id,
    from: { holder: 'staff', user_id: handover.from_user_id },
    to: { holder: 'staff', user_id: handover.to_user_id },
    amount_fils: handover.amount_fils,
    reason: handover.reason,
    source_type: 'cash_handover',
    source_id: handover.id,
    command_id,
    occurred_at: handover.completed_at,
    may_wait: false,
  });
}
