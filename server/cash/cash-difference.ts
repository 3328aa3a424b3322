import type { EndpointName } from '../../contract/operations/endpoints.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import type { Movement } from './movements.ts';

/** What is wrong: with a balance, a movement, the record that caused it, the order, its history, or the command's stored answer. */
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
  /** Something is marked as erased, or only half of it, and no erasing tells of that. */
  | 'wrong_erasing'
  /** No damage to the book: what reports add up from is not what it says, and can be made anew. */
  | 'wrong_sum'
  /** No damage: recorded, and not yet part of the balance. */
  | 'waiting';

/** One difference between what is and what must be (ruling A2): whose, how much, in which row, in words to act on. */
export type CashDifference = {
  shop_id: number;
  kind: CashDifferenceKind;
  /** The member of staff, the record or the movement it is about. */
  subject: string;
  /** The member of staff whose cash it is: id and name. */
  user_id: string | null;
  holder: string | null;
  /** The row it is about: a delivery confirmation, handover, deposit, adjustment, issue, order or line of its history. */
  source_id: string | null;
  movement_id: string | null;
  expected_fils: number | null;
  /** From whom to whom, as `customers -> Dawood Driver`. */
  expected_route: string | null;
  found_fils: number | null;
  found_route: string | null;
  text: string;
};

/** Rows of shop_id, kind, subject, user_id, source_id and text as differences without amounts; a row with an empty text is none. */
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

/** Names what of two rows is not the same, as 'amount, time'; empty when all is. */
export function differing(facts: Record<string, [found: Sql<unknown>, expected: Sql<unknown>]>) {
  const differ = ([what, [found, expected]]: [string, Sql<unknown>[]]) =>
    [what, sql`${found} is distinct from ${expected}`] as const;
  return naming(Object.fromEntries(Object.entries(facts).map(differ)));
}

/** Names what is wrong, as 'amount, time'; empty when nothing is. A condition that is null is not met. */
export function naming(wrong: Record<string, Sql<unknown>>): Sql<string> {
  const cases = Object.entries(wrong).map(([what, is]) => sql`case when ${is} then ${what} end`);
  return sql<string>`concat_ws(', ', ${sql.join(cases)})`;
}

/** Returns every row that differs, see `differences`. Runs in the transaction of the proof. */
export type CashCheck = Pick<Sql<CashDifference>, 'execute'>;

/** A field of the answer as text, as the record must say it too. */
export type Said = Record<string, [answered: Sql<unknown>, recorded: Sql<unknown>]>;

/** What a domain hands cash of its records that move cash, to be proved: cash itself knows neither orders nor handovers. */
export type CashSource = {
  source_type: Movement['source_type'];
  /** One of them in words, as 'a cash delivery'. */
  called: string;
  /**
   * Selects, of each record that moves cash: shop_id, id, its name as `subject`, whose cash it is as `user_id`, and the movement that it must have
   * (from_holder, from_user_id, to_holder, to_user_id, amount_fils, reason, command_id, recorded_by, occurred_at, recorded_at; either time is
   * null where it is not known).
   */
  expected: Sql<unknown>;
  /** Where staff records them: what the command's stored answer must say. */
  answers?: {
    endpoints: readonly EndpointName[];
    /**
     * Selects shop_id, by_user_id (whose command it was), endpoint, command_id, id, subject, user_id, recorded_at (null where the answer
     * tells it) and what `said` compares, of each record, whether it moves cash or not.
     */
    records: Sql<unknown>;
    said: Said;
  };
  /** What else contradicts such a record. */
  checks?: readonly CashCheck[];
};

/** A movement is recorded by the transaction of its command: both have its time to the microsecond. */
export const joinCommand = (row: string, user: string, endpoint: Sql<unknown>) => sql`
  left join commands k on k.shop_id = ${sql.ref(`${row}.shop_id`)} and k.user_id = ${sql.ref(`${row}.${user}`)}
    and k.endpoint = ${endpoint} and k.command_id = ${sql.ref(`${row}.command_id`)}`;
