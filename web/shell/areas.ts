import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Banknote,
  ClipboardList,
  Landmark,
  type LucideIcon,
  PackageCheck,
  UserRound,
} from 'lucide-react';
import type { Access, Role } from '../../contract/rules/roles.ts';
import { isRole } from '../../contract/rules/roles.ts';

export type AreaPath =
  | '/dashboard/profile'
  | '/dashboard/next-order'
  | '/dashboard/assigned-orders'
  | '/dashboard/start-of-day-handover'
  | '/dashboard/end-of-day-handover'
  | '/dashboard/cash-handovers'
  | '/dashboard/bank-deposits';

/** One place of the dashboard: where it is, who may open it and in whose menu it stands. */
export type Area = {
  path: AreaPath;
  title: string;
  icon: LucideIcon;
  access: Access;
  menu: readonly Role[];
};

/** Profile is open to everybody; the Admin menu merely omits it (ruling C1). */
export const PROFILE: Area = {
  path: '/dashboard/profile',
  title: 'Profile',
  icon: UserRound,
  access: 'signed_in',
  menu: ['Driver', 'Manager'],
};

/** In the order of the menu. */
export const AREAS: readonly Area[] = [
  PROFILE,
  {
    path: '/dashboard/next-order',
    title: 'Next Order',
    icon: PackageCheck,
    access: ['Driver', 'Manager'],
    menu: ['Driver', 'Manager'],
  },
  {
    path: '/dashboard/assigned-orders',
    title: 'Assigned Orders',
    icon: ClipboardList,
    access: ['Driver', 'Manager'],
    menu: ['Driver', 'Manager'],
  },
  {
    path: '/dashboard/start-of-day-handover',
    title: 'Start Of Day Handover',
    icon: ArrowUpFromLine,
    access: ['Admin'],
    menu: ['Admin'],
  },
  {
    path: '/dashboard/end-of-day-handover',
    title: 'End Of Day Handover',
    icon: ArrowDownToLine,
    access: ['Admin'],
    menu: ['Admin'],
  },
  {
    path: '/dashboard/cash-handovers',
    title: 'Cash Handovers',
    icon: Banknote,
    access: ['Manager'],
    menu: ['Manager'],
  },
  {
    path: '/dashboard/bank-deposits',
    title: 'Bank Deposits',
    icon: Landmark,
    access: ['Manager'],
    menu: ['Manager'],
  },
];

/** The menu of a role; anything but the three roles sees Profile only (ruling C5). */
export function menuFor(role: string | null): readonly Area[] {
  return isRole(role) ? AREAS.filter((area) => area.menu.includes(role)) : [PROFILE];
}
