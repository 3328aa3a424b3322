import { chainText, FIRST_PREVIOUS_HASH } from '../../contract/rules/device-chain.ts';
import type { Reading, Writing } from '../environment/store.ts';
import type { DeviceRecords } from './device-records.ts';
import type { NumberedLink, OutboxEntry } from './outbox-entry.ts';
import { sha256Hex } from './sha256.ts';

/**
 * A device numbers the commands of each shop 1, 2, 3 and chains them, so that the server can detect which
 * have not arrived. Each number ends once: its command arrives, or the number is closed here. A closed number
 * stays in the notes until the server has acknowledged it.
 */
type Notes = Pick<DeviceRecords, 'notes'>;

/** The newest number of a shop on this device. */
export type LastLink = Pick<NumberedLink, 'number' | 'hash'>;

export type ClosedNumber = {
  number: number;
  command_id: string;
  user_id: string;
  how: 'refused' | 'replaced' | 'discarded';
  /** The number of the command that replaced it. */
  replaced_by: number | null;
};

/** The predecessor of the first number. */
export const CHAIN_START: LastLink = { number: 0, hash: FIRST_PREVIOUS_HASH };

/** Thrown if another command already has this number; `last` is the link to follow. */
export class NumberTaken extends Error {
  override readonly name = 'NumberTaken';
  readonly last: LastLink;

  constructor(last: LastLink) {
    super();
    this.last = last;
  }
}

export async function readLastLink(tx: Reading<Notes>, shop_id: number): Promise<LastLink> {
  const last = await tx.get('notes', lastNote(shop_id));
  return (last as LastLink | undefined) ?? CHAIN_START;
}

/**
 * Returns the link after the last one. A transaction cannot await a hash, so the caller computes the link
 * first, and `takeNumber` checks it inside the transaction.
 */
export async function linkAfter(last: LastLink, command_id: string): Promise<NumberedLink> {
  const number = last.number + 1;
  const text = chainText(last.hash, number, command_id);
  return { number, previous: last.hash, hash: await sha256Hex(new TextEncoder().encode(text).buffer) };
}

/** Stores the link as the shop's newest one. Throws NumberTaken if it does not follow the last link. */
export async function takeNumber(tx: Writing<Notes>, shop_id: number, link: NumberedLink): Promise<void> {
  const last = await readLastLink(tx, shop_id);
  if (last.number + 1 !== link.number || last.hash !== link.previous) throw new NumberTaken(last);
  const { number, hash } = link;
  await tx.put('notes', { number, hash } satisfies LastLink, lastNote(shop_id));
}

/** Closes the number of an entry. Entries of older builds have no number. */
export async function closeNumber(
  tx: Writing<Notes>,
  { numbered, shop_id, command_id, user_id }: OutboxEntry,
  how: ClosedNumber['how'],
  replaced_by: number | null = null,
): Promise<void> {
  if (!numbered) return;
  const { number } = numbered;
  const closed: ClosedNumber = { number, command_id, user_id, how, replaced_by };
  await tx.put('notes', closed, closedNote(shop_id, number));
}

/** Reopens a closed number whose command was recorded after all. */
export async function reopenNumber(
  tx: Writing<Notes>,
  { numbered, shop_id }: Pick<OutboxEntry, 'numbered' | 'shop_id'>,
): Promise<void> {
  if (numbered) await tx.delete('notes', closedNote(shop_id, numbered.number));
}

/** Returns the closed numbers that the server has not acknowledged yet. */
export async function closedNumbers(tx: Reading<Notes>, shop_id: number): Promise<ClosedNumber[]> {
  const closed = await tx.all('notes', { starts_with: closedNote(shop_id, '') });
  return (closed as ClosedNumber[]).toSorted((one, other) => one.number - other.number);
}

/**
 * Deletes closed numbers that the server has acknowledged; keeps a number that was closed differently since
 * the report.
 */
export async function forgetClosed(
  tx: Writing<Notes>,
  shop_id: number,
  reported: readonly ClosedNumber[],
): Promise<void> {
  for (const { number, how } of reported) {
    const note = closedNote(shop_id, number);
    const closed = (await tx.get('notes', note)) as ClosedNumber | undefined;
    if (closed?.how === how) await tx.delete('notes', note);
  }
}

function lastNote(shop_id: number): string {
  return ['last_number', shop_id].join(' ');
}

function closedNote(shop_id: number, number: number | ''): string {
  return ['closed_number', shop_id, number].join(' ');
}
