/** One difference between what is and what must be (ruling A2): whose, how much, in which row, in words to act on. */
export type CashDifference = {
  shop_id: number;
  kind: 'balance' | 'shop_total' | 'missing_movement' | 'wrong_movement' | 'unexplained_movement' | 'waiting';
  /** The member of staff, the record or the movement it is about. */
  subject: string;
  /** The member of staff whose cash it is: id and name. */
  user_id: string | null;
  holder: string | null;
  /** The row that explains the movement: a delivery confirmation, handover, deposit or adjustment. */
  source_id: string | null;
  movement_id: string | null;
  expected_fils: number | null;
  /** From whom to whom, as `customers -> Dawood Driver`. */
  expected_route: string | null;
  found_fils: number | null;
  found_route: string | null;
  text: string;
};
