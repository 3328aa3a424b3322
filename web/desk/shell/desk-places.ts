import type { MessageDescriptor } from '@lingui/core';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { CashRecordKind } from '../../../contract/rules/cash-records.ts';
import type { Role } from '../../../contract/rules/roles.ts';

/** Where the desk is; its list of orders is its home (ruling G1). */
export const DESK_PATH = '/desk';
/** Where what the store told and nobody could take is seen to. */
export const NOT_TAKEN_PATH = '/desk/not-taken';

/** Where every change is looked up, by whom and about what. */
export const AUDIT_PATH = '/desk/audit';

/** Where orders come in from a file. */
export const IMPORT_PATH = '/desk/import';

/** Everything about one order. */
export function deskOrderPath(order_id: string): DeskPath {
  return `/desk/orders/${order_id}`;
}

/** What the names of payments and statuses mean. */
export const NAMES_PATH = '/desk/shop/names';

/** What is kept how long. */
export const KEPT_PATH = '/desk/shop/kept';

export const STAFF_PATH = '/desk/staff';

/** Everything about one person. */
export function personPath(user_id: string): DeskPath {
  return `${STAFF_PATH}/${user_id}`;
}

/** One handover, collection, deposit or float, whenever it was. */
export const CASH_RECORD_PATH = '/desk/cash/records/:kind/:id';

export function cashRecordPath(kind: CashRecordKind, id: string): DeskPath {
  return `/desk/cash/records/${kind}/${id}`;
}

/** One driver's day as a sheet of paper. */
export const DRIVER_DAY_PATH = '/desk/reports/driver-day/:user_id';

/** `day` as the shop's calendar has it: `2026-11-23`. */
export function driverDayPath(user_id: string, day: string): DeskPath {
  return `/desk/reports/driver-day/${user_id}?day=${day}`;
}

export type DeskPath = '/desk' | `/desk/${string}`;

/** One place of the desk, everything that is said of it outside its own folder. */
export type DeskPlace = {
  /** With the router's placeholders: `/desk/people/:user_id`. */
  path: DeskPath;
  /** Further addresses at which the same place is open, and stays as it is: of the details beside its list. */
  also?: readonly DeskPath[];
  title: MessageDescriptor;
  access: readonly Role[];
  /** In the desk's menu, under this key after `g`; null: a link elsewhere leads to it. */
  menu: { icon: LucideIcon; key: string } | null;
  /** Loads the component when the place is first opened. */
  chunk: () => Promise<ComponentType>;
  /** What is fetched once the place can be used, so that a key that opens it does not wait. The table is constant, and so is this. */
  ahead?: readonly (() => Promise<unknown>)[];
};
