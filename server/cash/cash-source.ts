import { type RawBuilder, sql } from 'kysely';
import type { EndpointName } from '../../contract/rules/endpoints.ts';
import type { CashDifference } from './cash-difference.ts';
import type { Movement } from './movements.ts';

/** Answers every row that differs, see `differences`. */
export type CashCheck = RawBuilder<CashDifference>;

/** A field of the answer as text, as the record must say it too. */
export type Said = Record<string, [answered: RawBuilder<unknown>, recorded: RawBuilder<unknown>]>;

/**
 * What a domain tells cash of its records that move cash, so that they are proved against movements and stored answers: cash
 * itself knows neither orders nor handovers.
 */
export type CashSource = {
  source_type: Movement['source_type'];
  /** One of them in words, as 'a cash delivery'. */
  called: string;
  /** Selects shop_id and id of each record that moves cash. */
  moving: RawBuilder<unknown>;
  /**
   * Selects, of each of these: shop_id, id, its name as `subject`, whose cash it is as `user_id`, and the movement that it must have
   * (from_holder, from_user_id, to_holder, to_user_id, amount_fils, reason, command_id, recorded_by, occurred_at, recorded_at; either time is
   * null where it is not known).
   */
  expected: RawBuilder<unknown>;
  /** Where staff records them: what the command's stored answer must say. */
  answers?: {
    endpoints: readonly EndpointName[];
    /**
     * Selects shop_id, by_user_id (whose command it was), endpoint, command_id, id, subject, user_id, recorded_at (null where the answer
     * tells it) and what `said` compares, of each record, whether it moves cash or not.
     */
    records: RawBuilder<unknown>;
    said: Said;
  };
  /** What else contradicts such a record. */
  checks?: readonly CashCheck[];
};

/** A movement is recorded by the transaction of its command: both have its time to the microsecond. */
export const joinCommand = (row: string, user: string, endpoint: RawBuilder<unknown>) => sql`
  left join commands k on k.shop_id = ${sql.ref(`${row}.shop_id`)} and k.user_id = ${sql.ref(`${row}.${user}`)}
    and k.endpoint = ${endpoint} and k.command_id = ${sql.ref(`${row}.command_id`)}`;
