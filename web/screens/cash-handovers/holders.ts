import type {
  OutstandingCash,
  OutstandingCashRow,
} from '../../../contract/operations/dashboard/cash/reads/list-outstanding-cash.schema.ts';

export type Holder = OutstandingCashRow & {
  /** The cash to collect: posted and pending together (ruling A4). */
  total_fils: number;
  /** True for the manager's own row: managers cannot collect from themselves. */
  own: boolean;
};

/** Returns all users with cash, the highest amount first. */
export function holdersOf({ rows }: OutstandingCash, own_id: string): Holder[] {
  return rows
    .map((row) => ({
      ...row,
      total_fils: row.cash_on_hand_fils + row.waiting_fils,
      own: row.user_id === own_id,
    }))
    .sort((one, other) => other.total_fils - one.total_fils);
}

/** Returns the people to collect from; the manager's own cash is deposited at the bank instead. */
export function collectable(holders: readonly Holder[]): Holder[] {
  return holders.filter(({ own, total_fils }) => !own && total_fils > 0);
}

/**
 * Returns the next person of a collection run: the most cash among those neither collected from nor skipped.
 */
export function nextHolder(holders: readonly Holder[], dealt_with: ReadonlySet<string>): Holder | undefined {
  return collectable(holders).find(({ user_id }) => !dealt_with.has(user_id));
}
