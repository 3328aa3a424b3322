import type { MessageDescriptor } from '@lingui/core';
import type { LucideIcon } from 'lucide-react';
import { type Access, isRole, type Role } from '../../contract/rules/roles.ts';

/** One place of the dashboard: where it is, who may open it and in whose menu it stands. */
export type Area = {
  path: `/dashboard/${string}`;
  title: MessageDescriptor;
  /** What the screen shows to whom; the server decides for itself on every request (ruling C1). */
  access: Access;
  /** Null: a link elsewhere leads to it. */
  menu: Menu | null;
};

export type Menu = {
  icon: LucideIcon;
  roles: readonly Role[];
  /** In whose bottom bar it also stands, on phones, and where from its start. */
  bar: { roles: readonly Role[]; place: number };
};

/** The menu of a role; anything but the three roles sees what is everybody's only (ruling C5). */
export function menuFor<A extends Area>(areas: readonly A[], role: string | null): A[] {
  return areas.filter(({ menu, access }) =>
    isRole(role) ? menu?.roles.includes(role) : menu !== null && access === 'signed_in',
  );
}

/** What a role has under the thumb on phones; anything but the three roles has the menu only. */
export function barFor<A extends Area>(areas: readonly A[], role: string | null): A[] {
  const place = ({ menu }: A) => menu?.bar.place ?? 0;
  return areas
    .filter(({ menu }) => isRole(role) && menu?.bar.roles.includes(role))
    .sort((one, other) => place(one) - place(other));
}
