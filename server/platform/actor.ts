/** What the server knows of a member of staff who asks, read from the database on every request (ruling C1). */
export type Staff = {
  kind: 'staff';
  user_id: string;
  session_id: string;
  shop_id: number;
  role: string | null;
  full_name: string;
  /** The driver record of this user in this shop; null when there is none. */
  driver_id: number | null;
  /** Somebody else has set the password: nothing opens before it was changed (ruling C1). */
  must_change_password: boolean;
};

/** The shop's operator: the account that runs the command line, and the shop it acts on. */
export type Operator = { kind: 'operator'; account: string; shop_id: number };

/** Nobody in person: the shop's store, by webhook or when asked, and the server by itself. */
export type System = { kind: 'system'; name: 'shopify' | 'server'; shop_id: number };

/** In whose name an operation runs. */
export type Actor = Staff | Operator | System;

/** As much of an actor as says who it is: a shop that is only being made has nobody in it yet. */
export type Author = Pick<Staff, 'kind' | 'user_id'> | Omit<Operator, 'shop_id'> | Omit<System, 'shop_id'>;
