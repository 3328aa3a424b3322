import { type Sql, sql } from '../../platform/database/sql.ts';

const NAMES = [
  'tender',
  'collected_fils',
  'cash_fils',
  'due_fils',
  'rounding_fils',
  'link_fils',
  'link_reference',
  'transfer_fils',
  'transfer_reference',
] as const;

/**
 * Selects the facts of a delivery from a row of it, of a correction or of a request, as the schema
 * `deliveryFacts`. Names and texts are null once erased; an undivided payment was due as collected.
 */
export function factsOf(row: 'confirmation' | 'correction', alias: string): Sql<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const due =
    row === 'confirmation'
      ? sql`coalesce(${column('due_fils')}, ${column('collected_fils')})`
      : column('due_fils');
  const kept = (name: string) => sql`case when ${column('erased_at')} is null then ${column(name)} end`;
  const facts = NAMES.flatMap((name) => [sql`${name}::text`, name === 'due_fils' ? due : column(name)]);
  return sql`jsonb_build_object(${sql.join(facts)}, 'customer_name', ${kept('customer_name')},
    'short_reason', ${kept('short_reason')})`;
}

/**
 * Selects the same from the record of a request; `is_erased`: the customer's data of the delivery are
 * erased.
 */
export function requestedFacts(record: Sql<unknown>, is_erased: Sql<unknown>): Sql<unknown> {
  const facts = NAMES.flatMap((name) => [sql`${name}::text`, sql`${record} -> ${name}`]);
  const kept = (name: string) => sql`case when not ${is_erased} then ${record} ->> ${name} end`;
  return sql`jsonb_build_object(${sql.join(facts)}, 'customer_name', ${kept('customer_name')},
    'short_reason', ${kept('short_reason')})`;
}
