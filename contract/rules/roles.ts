/** The roles the product knows. A profile's role is free text or null: anything else sees its profile only (ruling C5). */
export const ROLES = ['Driver', 'Manager', 'Admin'] as const;
export type Role = (typeof ROLES)[number];

export function isRole(role: string | null): role is Role {
  return (ROLES as readonly (string | null)[]).includes(role);
}

/** Who may call an endpoint: nobody signed in yet, anybody signed in, or these roles. */
export type Access = 'public' | 'signed_in' | readonly Role[];

export function mayAccess(access: Access, role: string | null): boolean {
  return access === 'public' || access === 'signed_in' || (isRole(role) && access.includes(role));
}

/** What the server knows of the one who asks, read from the database on every request (ruling C1). */
export type Actor = {
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
