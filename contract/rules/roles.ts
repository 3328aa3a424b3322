/**
 * The roles with permissions. A profile's role is free text or null; users with any other role see only their
 * profile (ruling C5).
 */
export const ROLES = ['Driver', 'Manager', 'Admin'] as const;
export type Role = (typeof ROLES)[number];

/** The roles with access to the desk. */
export const DESK_ROLES: readonly Role[] = ['Admin', 'Manager'];

export function isRole(role: string | null): role is Role {
  return (ROLES as readonly (string | null)[]).includes(role);
}

/** The users permitted to call an endpoint: all signed-in users, or those with one of these roles. */
export type Access = 'signed_in' | readonly Role[];

export function mayAccess(access: Access, role: string | null): boolean {
  return access === 'signed_in' || (isRole(role) && access.includes(role));
}
