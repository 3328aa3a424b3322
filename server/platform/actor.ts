/** The staff user who sent a request, read from the database on every request. */
export type Staff = {
  kind: 'staff';
  user_id: string;
  session_id: string;
  shop_id: number;
  role: string | null;
  full_name: string;
  /** The driver record of this user in this shop; null when there is none. */
  driver_id: number | null;
  /** True if another user set the password: it must be changed before anything else is allowed. */
  must_change_password: boolean;
};

/** The operator of the shop: the system account that runs the command line, and the shop it acts on. */
export type Operator = { kind: 'operator'; account: string; shop_id: number };

/** Not a person: the shop's store (by webhook or by polling), or the server itself. */
export type System = { kind: 'system'; name: 'shopify' | 'server'; shop_id: number };

/** The actor on whose behalf an operation runs. */
export type Actor = Staff | Operator | System;

/** An actor without its shop, for operations that create a shop. */
export type Author = Pick<Staff, 'kind' | 'user_id'> | Omit<Operator, 'shop_id'> | Omit<System, 'shop_id'>;
