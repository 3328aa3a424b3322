import type { Person } from '../database/fresh-shops.ts';
import { accountsOfPeople } from './accounts.ts';
import { approvalsOfRequests } from './approvals.ts';
import { attemptsOfOrders } from './attempts.ts';
import type { Action, Book, BookEntry } from './book.ts';
import { deliveriesOfOrders } from './deliveries.ts';
import { deviceNumbers, type PhoneNumbers } from './device-numbers.ts';
import { goodsOfOrders } from './goods.ts';
import { grouped } from './grouped.ts';
import { mismatches, type RecordRow } from './mismatches.ts';
import { balances, equations, movementsOfSources } from './movements.ts';
import { accountsOfOrders } from './order-accounts.ts';
import { promisesOfOrders } from './promises.ts';
import type { Records } from './records.ts';
import { voidsOfRecords } from './voids.ts';

/** The state of the phones and of the content disk. */
export type OutsideDatabase = {
  /** Returns true if the command is still on its phone in any state but done, null if the phone is lost. */
  isOnPhone(written: BookEntry): boolean | null;
  /** Returns true if the servers' disk holds the whole content. */
  hasContent(shop_id: number, sha256: string): boolean;
  people: readonly Person[];
  phones: readonly PhoneNumbers[];
};

/**
 * Returns every difference between the product and the book, one line each. With `is_end`, pending movements
 * and unsettled numbers count as differences too.
 */
export function differences(
  book: Book,
  records: Records,
  elsewhere: OutsideDatabase,
  is_end: boolean,
): string[] {
  const rows: RecordRow[] = recordedByPeople(records);
  const by_command = grouped(rows, ({ command_id }) => command_id);
  return [
    ...book
      .all()
      .flatMap((written) =>
        checkCommand(written, by_command.get(written.command_id) ?? [], records, elsewhere),
      ),
    ...unknownRecords(book, rows),
    ...deliveriesOfOrders(book, records),
    ...accountsOfOrders(records),
    ...attemptsOfOrders(book, records, elsewhere.people),
    ...goodsOfOrders(book, records),
    ...promisesOfOrders(book, records),
    ...movementsOfSources(records, is_end),
    ...balances(records, elsewhere.people),
    ...equations(records),
    ...accountsOfPeople(records, elsewhere.people),
    ...approvalsOfRequests(book, records),
    ...voidsOfRecords(book, records),
    ...pinnedFiles([...rows, ...addedByApprovals(records)], records, elsewhere),
    ...operatorsCommands(book, records),
    ...auditAndHints(records),
    ...stopsOfDrivers(records),
    ...deviceNumbers(book, records, elsewhere.phones, is_end),
  ];
}

/** Returns the records that people's own commands have made, one for each command. */
function recordedByPeople(records: Records): RecordRow[] {
  const ends = new Set(records.handovers.map(({ command_id }) => command_id));
  const isOwn = ({ approval_id }: { approval_id: string | null }) => approval_id === null;
  return [
    ...records.deliveries,
    ...records.handovers,
    ...records.deposits,
    ...records.floats.filter(isOwn),
    ...records.arrangements,
    ...records.attempts,
    ...records.undos,
    ...records.stop_commands,
    ...records.approvals.filter(({ requested_by }) => requested_by !== null),
    ...records.decisions.filter(({ decided_by }) => decided_by !== null),
    // The others were booked with their end of day.
    ...records.differences.filter(
      ({ command_id, correction_id }) => correction_id === null && !ends.has(command_id),
    ),
    ...records.settlements.filter(({ kind }) => kind === 'payment'),
    ...records.proposals,
    ...records.order_payments,
    ...records.corrections.filter(isOwn),
    ...records.matches,
    ...records.voids.filter(isOwn),
  ];
}

/** Returns the records with files that a decision has added; their command is that of the request. */
function addedByApprovals({ corrections, expenses, floats, voids }: Records) {
  return [...corrections, ...expenses, ...floats, ...voids].filter(({ approval_id }) => approval_id !== null);
}

/**
 * Checks how often a command is recorded. With a reply: once. Without one: once, or never while it is still
 * on its phone. Refused or given up: never.
 */
function checkCommand(
  written: BookEntry,
  rows: RecordRow[],
  records: Records,
  elsewhere: OutsideDatabase,
): string[] {
  const { command_id, action, outcome, person } = written;
  const name = `${action.kind} ${command_id} of ${person.full_name}`;
  const stored = records.commands.filter((command) => command.command_id === command_id);
  if (rows.length > 1) return [`${name} is recorded ${rows.length} times`];
  const [row] = rows;
  const wrong = row ? mismatches(written, row).map((how) => `${name}: ${how}`) : [];
  if (row && stored[0]?.body == null) wrong.push(`${name} is recorded without its reply`);
  if (outcome?.how === 'done') {
    if (!row) return [`${name} has a reply and is not recorded`];
    if (stored[0]?.body !== outcome.body) wrong.push(`${name} is stored with a different reply`);
    const left_fils = leftAfter(action, outcome.body);
    if (left_fils < 0) wrong.push(`${name} took more than was held: ${left_fils} fils are left (ruling A7)`);
  }
  if ((outcome?.how === 'refused' || outcome?.how === 'given up') && row) {
    wrong.push(`${name} was ${outcome.how} and is recorded`);
  }
  if (outcome === null && !row && written.is_stored && elsewhere.isOnPhone(written) === false) {
    wrong.push(`${name} is neither recorded nor on its phone`);
  }
  if (
    outcome?.how === 'refused' &&
    NEVER_REFUSED.includes(action.kind) &&
    NEVER_REFUSED_WITH.includes(outcome.code)
  ) {
    wrong.push(`${name} happened and was refused with ${outcome.code}`);
  }
  return wrong;
}

/**
 * Returns the balance, in fils, that a collection or a returned float leaves to the giver, which must not be
 * negative; 0 for other actions.
 */
function leftAfter(action: Action, body: string): number {
  const reply = JSON.parse(body) as { staff_total_fils?: number; admin_total_fils?: number };
  if (action.kind === 'collection') return reply.staff_total_fils ?? Number.NaN;
  return action.kind === 'float' && action.direction === 'return'
    ? (reply.admin_total_fils ?? Number.NaN)
    : 0;
}

/** The actions that the server must record, because they have happened (ruling A9). */
const NEVER_REFUSED: readonly Action['kind'][] = [
  'delivery',
  'delivery as taken',
  'later payment',
  'expense request',
  'arrangement',
  'attempt',
  'set out',
  'load check',
];
/** The problem codes with which the server must not refuse it. */
const NEVER_REFUSED_WITH = [
  'not_found',
  'no_access',
  'order_not_assigned',
  'missing_information',
  'payment_confirmation_required',
  'command_reused',
  'invalid_input',
  'malformed',
  'device_time_off',
  'file_missing',
  'unexpected',
  'unavailable',
  'storage_full',
  'storage_unavailable',
  'over_ceiling',
];

/** Returns the records that the book does not contain. */
function unknownRecords(book: Book, rows: RecordRow[]): string[] {
  return rows
    .filter(({ command_id }) => !book.find(command_id))
    .map(({ command_id }) => `command ${command_id} is recorded, but no person made it`);
}

function pinnedFiles(
  rows: readonly Pick<RecordRow, 'id' | 'file_ids'>[],
  { files }: Records,
  elsewhere: OutsideDatabase,
): string[] {
  const by_id = new Map(files.map((file) => [file.id, file]));
  return rows.flatMap(({ id, file_ids }) =>
    file_ids.flatMap((file_id) => {
      const file = by_id.get(file_id);
      if (!file?.is_pinned) return [`a file of record ${id} is not pinned`];
      return elsewhere.hasContent(file.shop_id, file.sha256)
        ? []
        : [`the content of a file of record ${id} is lost`];
    }),
  );
}

/** Checks that the order of stops is that of a valid arrangement whose author knew the desk's last one. */
function stopsOfDrivers({ stops }: Records): string[] {
  return stops.flatMap(({ driver_id, order_ids, arranged_ids, stands, known_desk, desk_arrangements }) => {
    const found: string[] = [];
    const name = `the stops of driver ${driver_id}`;
    if (!stands) found.push(`${name} follow an arrangement that is not valid`);
    if (known_desk !== desk_arrangements) found.push(`${name} ignore the desk's arrangement`);
    const kept = arranged_ids.filter((id) => order_ids.includes(id));
    if (kept.join() !== order_ids.slice(0, kept.length).join())
      found.push(`${name} are not in their arranged order`);
    if (new Set(order_ids).size !== order_ids.length) found.push(`${name} contain an order twice`);
    return found;
  });
}

/** Checks that each recorded command has one audit row and a hint in the feed. */
function auditAndHints({ audits, hints, ...records }: Records): string[] {
  const unchanging = new Set(
    records.stop_commands.filter(({ done }) => done.length === 0).map(({ command_id }) => command_id),
  );
  const audited = grouped(audits, ({ command_id }) => command_id);
  const hinted = new Set(hints.map(({ command_id }) => command_id));
  const of_operator = [
    ...records.approvals.filter(({ requested_by }) => requested_by === null),
    ...records.decisions.filter(({ decided_by }) => decided_by === null),
  ];
  const recorded = [...recordedByPeople({ audits, hints, ...records }), ...of_operator, ...records.issues];
  return recorded.flatMap(({ command_id }) => {
    if (command_id === null || unchanging.has(command_id)) return [];
    const found: string[] = [];
    const rows = audited.get(command_id)?.length ?? 0;
    if (rows !== 1) found.push(`command ${command_id} is audited ${rows} times`);
    if (!hinted.has(command_id)) found.push(`command ${command_id} has no hint in the feed`);
    return found;
  });
}

/** Checks that a reader of the feed received each hint once. */
export function missedHints({ hints }: Records, received: readonly string[], lost: number): string[] {
  const times = grouped(received, (id) => id);
  const found = hints
    .filter(({ id }) => times.get(id)?.length !== 1)
    .map(({ id }) => `hint ${id} was received ${times.get(id)?.length ?? 0} times`);
  return lost > 0 ? [...found, `a reader of the feed lost its position ${lost} times`] : found;
}

/** Checks that each command of the operator is recorded once, or never if it was refused. */
function operatorsCommands(book: Book, { approvals, decisions, issues }: Records): string[] {
  return book.operated().flatMap(({ id, action, is_done }) => {
    const name = `${action.kind} ${id} of the operator`;
    const rows = [...issues, ...approvals, ...decisions].filter(({ command_id }) => command_id === id);
    if (is_done === true && rows.length !== 1) return [`${name} is recorded ${rows.length} times`];
    if (is_done === false && rows.length > 0) return [`${name} was refused and is recorded`];
    return rows.flatMap((row) => {
      const is_same =
        action.kind === 'decision'
          ? row.id === action.approval_id && 'outcome' in row && row.outcome === action.outcome
          : 'user_id' in row && row.user_id === action.user_id && row.amount_fils === action.amount_fils;
      return is_same ? [] : [`${name} is recorded as ${JSON.stringify(row)}`];
    });
  });
}
