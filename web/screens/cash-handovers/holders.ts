import type {
  OutstandingCash,
  OutstandingCashRow,
} from '../../../contract/operations/dashboard/cash/list-outstanding-cash.schema.ts';

export type Holder = OutstandingCashRow & {
  /** Posted and waiting together: what there is to collect (ruling A4). */
  total_fils: number;
  /** The manager who looks: nobody collects from themselves (ruling A8). */
  own: boolean;
};

/** Everybody with cash, most first. */
export function holdersOf({ rows }: OutstandingCash, own_id: string): Holder[] {
  return rows
    .map((row) => ({
      ...row,
      total_fils: row.cash_on_hand_fils + row.waiting_fils,
      own: row.user_id === own_id,
    }))
    .sort((one, other) => other.total_fils - one.total_fils);
}

/** Whom a collection can be made from; the manager's own cash goes to the bank instead. */
export function collectable(holders: readonly Holder[]): Holder[] {
  return holders.filter(({ own, total_fils }) => !own && total_fils > 0);
}

/** The next person of a collection run: the one with the most cash who was not dealt with in it. */
export function nextHolder(holders: readonly Holder[], dealt_with: ReadonlySet<string>): Holder | undefined {
  return collectable(holders).find(({ user_id }) => !dealt_with.has(user_id));
}
