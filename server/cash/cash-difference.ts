import type { EndpointName } from '../../contract/operations/endpoints.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import type { Movement } from './movements.ts';

/**
 * The part of the book that is wrong: a balance, a movement, its source record, the order, its history or the
 * stored reply of the command.
 */
export type CashDifferenceKind =
  | 'balance'
  | 'shop_total'
  | 'missing_movement'
  | 'wrong_movement'
  | 'unexplained_movement'
  | 'wrong_record'
  | 'wrong_order'
  | 'missing_history'
  | 'wrong_history'
  | 'unexplained_history'
  | 'missing_answer'
  | 'wrong_answer'
  | 'unexplained_answer'
  /** A record is marked as erased without an erasure, or only a part of it is erased. */
  | 'wrong_erasing'
  /** No damage to the cash book: a stored sum for reports differs from it and can be recomputed. */
  | 'wrong_sum'
  /** No damage: a movement is recorded but not posted yet. */
  | 'waiting';

/** One difference between the actual and the expected state, with the person, the amounts and the row. */
export type CashDifference = {
  shop_id: number;
  kind: CashDifferenceKind;
  /** The member of staff, the record or the movement with the difference. */
  subject: string;
  /** The id and the name of the member of staff whose cash it is. */
  user_id: string | null;
  holder: string | null;
  /**
   * The id of the record: a delivery confirmation, handover, deposit, adjustment, issue, order or order
   * event.
   */
  source_id: string | null;
  movement_id: string | null;
  expected_fils: number | null;
  /** Sender and recipient, for example `customers -> Dawood Driver`. */
  expected_route: string | null;
  found_fils: number | null;
  found_route: string | null;
  text: string;
};

/**
 * Turns rows of shop_id, kind, subject, user_id, source_id and text into differences without amounts. Rows
 * with an empty text are dropped.
 */
export function differences(rows: Sql<unknown>): Sql<CashDifference> {
  return sql<CashDifference>`
    select f.shop_id, f.kind, f.subject, f.user_id, coalesce(p.full_name, f.user_id::text) as holder, f.source_id,
      null::uuid as movement_id, null::bigint as expected_fils, null as expected_route,
      null::bigint as found_fils, null as found_route, f.text
    from (${rows}) f
    left join profiles p on p.id = f.user_id
    where f.text <> ''
    order by f.shop_id, f.subject, f.source_id, f.kind`;
}

/** Lists the names of the facts that differ, for example 'amount, time'; empty if none does. */
export function namesOfDifferences(facts: Record<string, [found: Sql<unknown>, expected: Sql<unknown>]>) {
  const differ = ([name, [found, expected]]: [string, Sql<unknown>[]]) =>
    [name, sql`${found} is distinct from ${expected}`] as const;
  return namesOfFaults(Object.fromEntries(Object.entries(facts).map(differ)));
}

/**
 * Lists the names of the conditions that are true, for example 'amount, time'; empty if none is. Null counts
 * as false.
 */
export function namesOfFaults(wrong: Record<string, Sql<unknown>>): Sql<string> {
  const cases = Object.entries(wrong).map(([name, is]) => sql`case when ${is} then ${name} end`);
  return sql<string>`concat_ws(', ', ${sql.join(cases)})`;
}

/** A query for differences, see `differences`. Runs in the transaction of the verification. */
export type CashCheck = Pick<Sql<CashDifference>, 'execute'>;

/** The fields of a stored reply, each as text, with the expected value from the record. */
export type ReplyFields = Record<string, [answered: Sql<unknown>, recorded: Sql<unknown>]>;

/**
 * A kind of records that move cash, handed over by the domain: cash itself knows neither orders nor
 * handovers.
 */
export type CashSource = {
  source_type: Movement['source_type'];
  /** The singular name with its article, for example 'a cash delivery'. */
  label: string;
  /**
   * Selects for each record that moves cash: shop_id, id, its name as `subject`, the person whose cash it is
   * as `user_id`, and the movement that it must have (from_holder, from_user_id, to_holder, to_user_id,
   * amount_fils, reason, command_id, recorded_by, occurred_at, recorded_at; either time is null if unknown),
   * with the three columns of `FIRST_MOVEMENT`. A void selects a row for each movement that it reverses.
   */
  expected: Sql<unknown>;
  /** The stored replies to compare, if the records are made by commands of staff. */
  replies?: {
    endpoints: readonly EndpointName[];
    /**
     * Selects for each record, whether it moves cash or not: shop_id, by_user_id (the sender of the command),
     * endpoint, command_id, id, subject, user_id, recorded_at (null if the reply contains it) and the
     * columns that the compared fields use.
     */
    records: Sql<unknown>;
    fields: ReplyFields;
  };
  /** Further checks of these records. */
  checks?: readonly CashCheck[];
};

/** The columns of the only movement of a record, which reverses none and changes no shortage or over. */
export const FIRST_MOVEMENT = sql`1::smallint as leg, null::uuid as reverses, null::uuid as account_user_id`;

/**
 * Joins the command of a record. The command's transaction also records the movement, with an identical
 * `recorded_at`.
 */
export const joinCommand = (row: string, user: string, endpoint: Sql<unknown>) => sql`
  left join commands k on k.shop_id = ${sql.ref(`${row}.shop_id`)} and k.user_id = ${sql.ref(`${row}.${user}`)}
    and k.endpoint = ${endpoint} and k.command_id = ${sql.ref(`${row}.command_id`)}`;
