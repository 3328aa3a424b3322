/** One difference between what is and what must be (ruling A2), in words a shop's owner can act on. */
export type CashDifference = {
  shop_id: number;
  kind: 'balance' | 'shop_total' | 'missing_movement' | 'wrong_movement' | 'unexplained_movement' | 'waiting';
  /** The member of staff or the row it is about. */
  subject: string;
  expected_fils: number | null;
  found_fils: number | null;
  text: string;
};
