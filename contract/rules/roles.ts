/** The roles the product knows. A profile's role is free text or null: anything else sees its profile only (ruling C5). */
export const ROLES = ['Driver', 'Manager', 'Admin'] as const;
export type Role = (typeof ROLES)[number];

/** Who has the desk (ruling G1). */
export const DESK_ROLES: readonly Role[] = ['Admin', 'Manager'];

export function isRole(role: string | null): role is Role {
  return (ROLES as readonly (string | null)[]).includes(role);
}

/** Who may call an endpoint: anybody signed in, or these roles. */
export type Access = 'signed_in' | readonly Role[];

export function mayAccess(access: Access, role: string | null): boolean {
  return access === 'signed_in' || (isRole(role) && access.includes(role));
}
