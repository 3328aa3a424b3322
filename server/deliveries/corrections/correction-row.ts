import type { CorrectDelivery } from '../../../contract/operations/dashboard/corrections/correct-delivery.schema.ts';
import { correctionDocumentName, correctionPhotoName } from '../../../contract/rules/orders/corrections.ts';
import { roundingOf, takenAmounts } from '../../../contract/rules/orders/takings.ts';
import type { DeliveryStage } from '../../../contract/rules/problems.ts';
import { pinFile } from '../../files/pin-file.ts';
import type { NamedFile } from '../../operations/command-files.ts';
import type { Command } from '../../operations/operation.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { admitNamedMonth, occurredAt } from '../../platform/device-clock.ts';
import { Problem } from '../../platform/problem.ts';
import { admitProofPath } from '../delivery-policy.ts';
import type { CorrectedDelivery, DeliveryFacts } from './corrected-delivery.ts';

/** A correction, as its row has it, without what depends on the moment at which it takes effect. */
export type CorrectionRow = DeliveryFacts & {
  shop_id: number;
  id: string;
  confirmation_id: string;
  order_id: string;
  driver_id: number;
  user_id: string;
  number: number;
  photo_url: string | null;
  photo_file_id: string | null;
  document_url: string;
  document_file_id: string;
  reason: string | null;
  recorded_by: string;
  command_id: string;
  occurred_at: Date;
};

type Input = Omit<CorrectDelivery, 'delivery_command_id'>;

/**
 * Computes the facts after a correction, pins its files and builds its row. Throws `delivery_corrected` if
 * the form has not seen all corrections, `nothing_corrected`, `reason_required`, `payment_received`,
 * `invalid_input`, `device_time_off`, `file_missing`.
 */
export async function buildCorrection(
  tx: Tx,
  delivery: CorrectedDelivery,
  input: Input,
  by: { user_id: string; reason: string | null },
  { command_id, now, stage }: Command<DeliveryStage>,
): Promise<CorrectionRow> {
  if (input.number !== delivery.corrections + 1) throw new Problem('delivery_corrected');
  const facts = factsAfter(delivery, input);
  if (input.photo === null && !differs(delivery, facts)) throw new Problem('nothing_corrected');
  await admitReferences(tx, delivery, facts);
  stage('photo');
  const photo_file_id =
    input.photo === null
      ? null
      : await pinProof(tx, delivery, 'photo', input.photo, correctionPhotoName(command_id), input, now);
  stage('note');
  const document = correctionDocumentName(command_id);
  const document_file_id = await pinProof(tx, delivery, 'document', input.document, document, input, now);
  const { shop_id, confirmation_id, order_id, driver_id, user_id, due_fils, refund_fils } = delivery;
  return {
    ...{ shop_id, id: tx.newId(), confirmation_id, order_id, driver_id, user_id, number: input.number },
    ...facts,
    ...{ due_fils, refund_fils },
    photo_url: input.photo?.path ?? null,
    photo_file_id,
    document_url: input.document.path,
    document_file_id,
    reason: by.reason,
    recorded_by: by.user_id,
    command_id,
    occurred_at: occurredAt(input, delivery.delivered_at, now),
  };
}

/** A correction changes neither the goods nor what is due for them. */
type Facts = Omit<DeliveryFacts, 'due_fils' | 'refund_fils'>;

/** Computes the amounts against what was due; rounding that is not granted is owed. */
function factsAfter(delivery: CorrectedDelivery, input: Input): Facts {
  const { taken, customer_name, short_reason } = input;
  const { due_fils, rounds_cash } = delivery;
  const rounding_fils = Math.min(input.rounding_fils, roundingOf(due_fils, taken, rounds_cash));
  const { tender, collected_fils, cash_fils, owed_fils } = takenAmounts(due_fils, taken, rounding_fils);
  if (owed_fils > input.rounding_fils - rounding_fils && short_reason === null) {
    throw new Problem('reason_required');
  }
  return {
    ...{ customer_name, tender, collected_fils, cash_fils, rounding_fils },
    link_fils: taken.link?.amount_fils ?? 0,
    link_reference: taken.link?.reference ?? null,
    transfer_fils: taken.transfer?.amount_fils ?? 0,
    transfer_reference: taken.transfer?.reference ?? null,
    short_reason: owed_fils > 0 ? short_reason : null,
  };
}

function differs(delivery: CorrectedDelivery, facts: Facts): boolean {
  return Object.entries(facts).some(([name, value]) => delivery[name as keyof Facts] !== value);
}

/** Throws `payment_received` if a payment that was found in the shop's account would change. */
export async function admitReferences(
  tx: Tx,
  { shop_id, confirmation_id, ...before }: CorrectedDelivery,
  after: Pick<Facts, 'link_fils' | 'link_reference' | 'transfer_fils' | 'transfer_reference'>,
): Promise<void> {
  const { rows } = await sql<{ tender: 'payment_link' | 'bank_transfer' }>`
    select tender from received_by_reference(${shop_id}, ${confirmation_id}::uuid) r (tender)`.execute(tx);
  const changes = rows.some(({ tender }) =>
    tender === 'payment_link'
      ? before.link_fils !== after.link_fils || before.link_reference !== after.link_reference
      : before.transfer_fils !== after.transfer_fils ||
        before.transfer_reference !== after.transfer_reference,
  );
  if (changes) throw new Problem('payment_received');
}

/** Pins a file in the folder of the delivery's driver for this order. */
async function pinProof(
  tx: Tx,
  { time_zone, ...owner }: CorrectedDelivery,
  field: 'photo' | 'document',
  file: NamedFile,
  name: string,
  input: Input,
  now: Date,
): Promise<string> {
  admitNamedMonth(admitProofPath(field, file.path, name, owner), time_zone, input, now);
  return pinFile(tx, { bucket: 'order-deliveries', ...file });
}
