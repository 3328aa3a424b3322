import type { Book } from './book.ts';
import type { Records } from './records.ts';
import type { VoidRow } from './second-person-records.ts';

/**
 * Checks that each void was signed by a signer of its record, that the receiver still had the cash, that no
 * later end of day depends on it, and that card machines are where the other handovers left them (ruling H7).
 */
export function voidsOfRecords(book: Book, records: Records): string[] {
  return [
    ...records.voids.flatMap((row) => [
      ...signed(row, records),
      ...receiverBelowZero(row, records),
      ...laterEndOfDay(book, row, records),
    ]),
    ...machines(records),
  ];
}

/** The people of a voidable record, with the one who received the cash; null for the bank and the safe. */
function peopleOf({ record_type, record_id }: VoidRow, { handovers, deposits, floats }: Records) {
  const isIt = ({ id }: { id: string }) => id === record_id;
  if (record_type === 'deposit') {
    const deposit = deposits.find(isIt);
    return deposit && { ...deposit, signers: [deposit.manager_id], receiver: null, approval_id: null };
  }
  if (record_type === 'float') {
    const float = floats.find(isIt);
    const receiver = float?.direction === 'issue' ? float.admin_id : null;
    return float && { ...float, signers: [float.admin_id, float.signing_manager_id], receiver };
  }
  const handover = handovers.find(isIt);
  if (!handover) return undefined;
  const { staff_user_id, admin_id, handover_type } = handover;
  const receiver = handover_type === 'start' ? staff_user_id : admin_id;
  return { ...handover, signers: [staff_user_id, admin_id], receiver, approval_id: null };
}

function signed(row: VoidRow, records: Records): string[] {
  const { id, record_id, voided_by, other_user_id } = row;
  const others = records.voids.filter((other) => other.record_id === record_id);
  const found = others.length > 1 ? [`record ${record_id} is void ${others.length} times`] : [];
  const signers = peopleOf(row, records)?.signers ?? [];
  const is_signed = signers.includes(other_user_id ?? voided_by) && other_user_id !== voided_by;
  return is_signed ? found : [...found, `void ${id} of ${record_id} was not signed by its signers`];
}

/**
 * Checks that a void leaves its receiver with no negative balance. Cash that was on its way to the receiver
 * counts for the receiver.
 */
function receiverBelowZero(row: VoidRow, records: Records): string[] {
  const receiver = peopleOf(row, records)?.receiver;
  const reversal = records.movements.find(
    ({ source_id, from_user_id }) => source_id === row.id && from_user_id === receiver,
  );
  if (!receiver || !reversal?.posted_at) return [];
  const { posted_at } = reversal;
  const left_fils = records.movements.reduce((sum, movement) => {
    if (movement.to_user_id === receiver && movement.recorded_at <= posted_at)
      return sum + movement.amount_fils;
    const is_paid = movement.posted_at !== null && movement.posted_at <= posted_at;
    return movement.from_user_id === receiver && is_paid ? sum - movement.amount_fils : sum;
  }, 0);
  return left_fils >= 0 ? [] : [`void ${row.id} leaves its receiver with ${left_fils} fils`];
}

/**
 * Finds an end of day of a signer that began after the record was known, and was known itself before the void
 * began.
 */
function laterEndOfDay(book: Book, row: VoidRow, records: Records): string[] {
  const record = peopleOf(row, records);
  const decision = records.decisions.find(({ id }) => id === row.approval_id);
  const began = book.find(decision?.command_id ?? row.command_id)?.pressed_at;
  const known_at = record?.approval_id === null ? book.find(record.command_id)?.known_at : null;
  if (!record || began === undefined || known_at == null) return [];
  const later = records.handovers.filter(({ id, handover_type, staff_user_id, command_id }) => {
    if (handover_type !== 'end' || !record.signers.includes(staff_user_id)) return false;
    if (records.voids.some(({ record_id }) => record_id === id)) return false;
    const end = book.find(command_id);
    return end?.known_at != null && end.pressed_at > known_at && end.known_at < began;
  });
  const name = `void ${row.id} of ${row.record_type} ${row.record_id}`;
  return later.map(({ id }) => `${name} ignores the later end of day ${id}`);
}

/** Checks that valid handovers lead each card machine from the shop to its holder, without a gap. */
function machines({ handovers, machines: all, voids }: Records): string[] {
  const voided = new Set(voids.map(({ record_id }) => record_id));
  return all.flatMap(({ id, holder_driver_id }) => {
    const of_machine = handovers.filter((row) => row.card_machine_id === id && !voided.has(row.id));
    const holders = new Map<number | null, number>();
    const add = (holder: number | null, by: number) => holders.set(holder, (holders.get(holder) ?? 0) + by);
    add(null, 1);
    for (const { handover_type, driver_id, card_machine_from_driver_id } of of_machine) {
      add(card_machine_from_driver_id, -1);
      add(handover_type === 'start' ? driver_id : null, 1);
    }
    add(holder_driver_id, -1);
    const is_right = [...holders.values()].every((times) => times === 0);
    return is_right ? [] : [`card machine ${id} is with ${holder_driver_id}, unlike its handovers`];
  });
}
