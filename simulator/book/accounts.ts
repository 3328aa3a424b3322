import { ACCOUNTS, type Account } from '../../contract/rules/differences.ts';
import type { Person } from '../database/fresh-shops.ts';
import type { Records } from './records.ts';
import type { DifferenceRow } from './second-person-records.ts';

/** A delivery that arrives within this time cancels no over, in ms: almost no end of day is as fast. */
const LATE_AFTER_MS = 5_000;

/**
 * Checks shortages and overs: each follows from an end of day that both signed, is settled at most once, and
 * never with that of another person. A late delivery cancels an over first (ruling H6).
 */
export function accountsOfPeople(records: Records, people: readonly Person[]): string[] {
  return [
    ...signedDifferences(records),
    ...repliedOutcomes(records),
    ...settledAtMostOnce(records),
    ...lateDeliveries(records),
    ...accountSums(records, people),
    ...records.booked_early.map(
      ({ difference_id, because }) => `difference ${difference_id} was booked although ${because}`,
    ),
  ];
}

/** Returns the amount of a difference that is not settled, in fils; 0 once its end of day is void. */
export function openFils({ settlements, voids }: Records, { id, handover_id, amount_fils }: DifferenceRow) {
  if (voids.some(({ record_id }) => record_id === handover_id)) return 0;
  return settlements
    .filter(({ difference_id }) => difference_id === id)
    .reduce((sum, row) => sum - row.amount_fils, amount_fils);
}

function signedDifferences(records: Records): string[] {
  return records.differences.flatMap((difference) => {
    if (difference.correction_id !== null) return correctedDifference(records, difference);
    const { id, handover_id, kind, amount_fils, user_id, decided_by, command_id } = difference;
    const name = `difference ${id} of handover ${handover_id}`;
    const found: string[] = [];
    const handover = records.handovers.find((row) => row.id === handover_id);
    const others = records.differences.filter((other) => other.handover_id === handover_id);
    if (others.length > 1) found.push(`${name} is one of ${others.length}`);
    if (handover?.handover_type !== 'end' || handover.difference_choice !== 'short_or_over')
      return [...found, `${name} was booked, but not signed`];
    const signed_fils = handover.difference_fils ?? 0;
    if (handover.staff_user_id !== user_id || decided_by === user_id)
      found.push(`${name} is of ${user_id} and decided by ${decided_by}`);
    const signed_as = signed_fils < 0 ? 'shortage' : 'over';
    const is_at_once = command_id === handover.command_id;
    if (kind === 'none' ? is_at_once || amount_fils !== 0 : kind !== signed_as)
      found.push(`${name} is booked as ${kind} of ${amount_fils} fils`);
    const most_fils = Math.abs(signed_fils);
    if (amount_fils > most_fils || (is_at_once && amount_fils !== most_fils))
      found.push(`${name} is ${amount_fils} fils, but ${most_fils} were signed`);
    return found;
  });
}

/**
 * Checks the difference of a correction whose cash was handed in before: more cash than was booked is a
 * shortage of the driver, less is an over.
 */
function correctedDifference({ corrections, differences }: Records, difference: DifferenceRow): string[] {
  const { id, correction_id, kind, amount_fils, user_id } = difference;
  const correction = corrections.find((row) => row.id === correction_id);
  const name = `difference ${id} of correction ${correction_id}`;
  if (!correction) return [`${name} has no correction`];
  const found: string[] = [];
  if (differences.filter((other) => other.correction_id === correction_id).length > 1)
    found.push(`${name} is not the only one`);
  if (correction.user_id !== user_id) found.push(`${name} is of ${user_id}`);
  if (amount_fils === 0 || kind === 'none') found.push(`${name} is ${kind} of ${amount_fils} fils`);
  return found;
}

/** Checks that an end of day books its difference if, and only if, its reply states it. */
function repliedOutcomes({ commands, differences, handovers }: Records): string[] {
  const bodies = new Map(commands.map(({ command_id, body }) => [command_id, body]));
  return handovers.flatMap(({ id, command_id, handover_type, difference_fils, difference_choice }) => {
    const { difference_outcome = null } = JSON.parse(bodies.get(command_id) ?? '{}') as Replied;
    const is_booked = differences.some((row) => row.command_id === command_id && row.kind !== 'none');
    const is_signed = difference_choice === 'short_or_over' && difference_fils !== 0;
    const possible = is_signed ? [is_booked ? 'booked' : 'undecided'] : ['kept', null];
    return possible.includes(difference_outcome)
      ? []
      : [`the ${handover_type} handover ${id} replied ${difference_outcome} about its difference`];
  });
}

type Replied = { difference_outcome?: string | null };

function settledAtMostOnce(records: Records): string[] {
  return records.settlements.flatMap(({ id, difference_id, user_id, kind, staff_user_id }) => {
    const difference = records.differences.find((row) => row.id === difference_id);
    if (!difference) return [`settlement ${id} settles nothing`];
    const found: string[] = [];
    if (difference.user_id !== user_id || staff_user_id === user_id)
      found.push(`settlement ${id} settles the ${difference.kind} of another person, or is their own`);
    if (kind === 'late_delivery' && difference.kind !== 'over')
      found.push(`settlement ${id} cancels a ${difference.kind}`);
    if (records.voids.some(({ record_id }) => record_id === difference.handover_id))
      found.push(`settlement ${id} settles a difference whose end of day is void`);
    if (openFils(records, difference) < 0)
      found.push(`difference ${difference_id} is settled with more than its amount`);
    return found;
  });
}

/**
 * Checks that a delivery that was made before an end of day, and whose transaction began after its over was
 * committed, has cancelled that over: either all of the delivery has, or nothing of the over is left.
 */
function lateDeliveries(records: Records): string[] {
  const { deliveries, differences, handovers, movements, settlements } = records;
  const found: string[] = [];
  for (const { id, user_id, cash_fils, delivered_at } of deliveries) {
    const cancelled_fils = settlements
      .filter(({ confirmation_id }) => confirmation_id === id)
      .reduce((sum, row) => sum + row.amount_fils, 0);
    if (cancelled_fils > cash_fils)
      found.push(`delivery ${id} of ${cash_fils} fils cancels ${cancelled_fils} of overs`);
    const movement = movements.find(({ source_id }) => source_id === id);
    if (!movement || cancelled_fils >= cash_fils) continue;
    const { recorded_at } = movement;
    if (arrivalOf(movement.id) <= timeOf(delivered_at) + LATE_AFTER_MS) continue;
    for (const over of differences) {
      if (
        over.kind !== 'over' ||
        over.handover_id === null ||
        over.user_id !== user_id ||
        timeOf(over.committed_at) >= timeOf(recorded_at)
      )
        continue;
      const ended_at = handovers.find((row) => row.id === over.handover_id)?.completed_at ?? '';
      if (timeOf(ended_at) < timeOf(delivered_at) || openFils(records, over) === 0) continue;
      found.push(`late delivery ${id} has not cancelled over ${over.id}`);
    }
  }
  return found;
}

/** Checks that the movements of a person's account add up to what is open of their differences. */
function accountSums(records: Records, people: readonly Person[]): string[] {
  return people.flatMap(({ user_id, full_name }) =>
    ACCOUNTS.flatMap((account) => {
      const moved = movedFils(records, user_id, account);
      const open = records.differences
        .filter((row) => row.user_id === user_id && row.kind === account)
        .reduce((sum, row) => sum + openFils(records, row), 0);
      if (moved < 0) return [`the ${account} of ${full_name} is ${moved} fils`];
      return moved === open ? [] : [`the ${account} of ${full_name} is ${moved} fils instead of ${open}`];
    }),
  );
}

/** Returns the balance of a person's account by its movements, in fils. */
export function movedFils({ movements }: Records, user_id: string, account: Account): number {
  const of_account = movements.filter(
    (row) => row.account_user_id === user_id && [row.from_holder, row.to_holder].includes(account),
  );
  return of_account.reduce((sum, { from_holder, to_holder, amount_fils }) => {
    const grows = to_holder === 'shortage' || from_holder === 'over';
    return grows ? sum + amount_fils : sum - amount_fils;
  }, 0);
}

/** Returns the server's time in an id (UUIDv7), in ms since the epoch. */
function arrivalOf(id: string): number {
  return Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
}

function timeOf(instant: string): number {
  return Date.parse(instant);
}
