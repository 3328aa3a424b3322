import type { MessageDescriptor } from '@lingui/core';
import type { LucideIcon } from 'lucide-react';
import { type Access, isRole, type Role } from '../../contract/rules/roles.ts';

/** A screen of the dashboard: its path, the roles that may open it, and the menus that list it. */
export type Area = {
  path: `/dashboard/${string}`;
  title: MessageDescriptor;
  /** Roles to which the screen is shown; the server checks every request independently. */
  access: Access;
  /** Null: the screen is reached by a link elsewhere. */
  menu: Menu | null;
};

export type Menu = {
  icon: LucideIcon;
  roles: readonly Role[];
  /** Roles that also have it in the bottom bar on phones, and its position there. */
  bar: { roles: readonly Role[]; place: number };
};

/**
 * Returns the menu of a role; a user without one of the three roles gets only the screens for all (ruling
 * C5).
 */
export function menuFor<A extends Area>(areas: readonly A[], role: string | null): A[] {
  return areas.filter(({ menu, access }) =>
    isRole(role) ? menu?.roles.includes(role) : menu !== null && access === 'signed_in',
  );
}

/** Returns the bottom bar of a role on phones; it is empty for a user without one of the three roles. */
export function barFor<A extends Area>(areas: readonly A[], role: string | null): A[] {
  const place = ({ menu }: A) => menu?.bar.place ?? 0;
  return areas
    .filter(({ menu }) => isRole(role) && menu?.bar.roles.includes(role))
    .sort((one, other) => place(one) - place(other));
}
