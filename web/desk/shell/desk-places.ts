import type { MessageDescriptor } from '@lingui/core';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { CashRecordKind } from '../../../contract/rules/cash-records.ts';
import type { Role } from '../../../contract/rules/roles.ts';

/** The address of the desk and of its list of orders. */
export const DESK_PATH = '/desk';
export const IMPORT_PROBLEMS_PATH = '/desk/not-taken';

export const AUDIT_PATH = '/desk/audit';

export const IMPORT_PATH = '/desk/import';

export function deskOrderPath(order_id: string): DeskPath {
  return `/desk/orders/${order_id}`;
}

/** The address of the names of payments and statuses. */
export const PAYMENT_NAMES_PATH = '/desk/shop/names';

/** The address of the rules for setting out, the reasons for attempts and the messages to customers. */
export const DELIVERY_SETTINGS_PATH = '/desk/shop/deliveries';

/** The address of the limit of floats and the ceilings of cash. */
export const CASH_SETTINGS_PATH = '/desk/shop/cash';

export const RETENTION_PATH = '/desk/shop/kept';

export const APPROVALS_PATH = '/desk/approvals';

export function approvalPath(approval_id: string): DeskPath {
  return `${APPROVALS_PATH}/${approval_id}`;
}

export const DIFFERENCES_PATH = '/desk/differences';

/** The address of the difference of an end of day, before and after it is booked. */
export function differencePath(handover_id: string): DeskPath {
  return `${DIFFERENCES_PATH}/${handover_id}`;
}

/** The address of what is open on orders after their delivery. */
export const OPEN_PAYMENTS_PATH = '/desk/payments';

export const STAFF_PATH = '/desk/staff';

export function personPath(user_id: string): DeskPath {
  return `${STAFF_PATH}/${user_id}`;
}

/** The address of one handover, collection, deposit or float. */
export const CASH_RECORD_PATH = '/desk/cash/records/:kind/:id';

export function cashRecordPath(kind: CashRecordKind, id: string): DeskPath {
  return `/desk/cash/records/${kind}/${id}`;
}

/** The address of a driver's daily statement. */
export const DRIVER_DAY_PATH = '/desk/reports/driver-day/:user_id';

/** `day` is a business day: `2026-11-23`. */
export function driverDayPath(user_id: string, day: string): DeskPath {
  return `/desk/reports/driver-day/${user_id}?day=${day}`;
}

export type DeskPath = '/desk' | `/desk/${string}`;

/** One place of the desk: everything about it that is defined outside its own folder. */
export type DeskPlace = {
  /** Contains the router's placeholders: `/desk/people/:user_id`. */
  path: DeskPath;
  /** Further addresses of the same place, which stays mounted: the details next to its list. */
  also?: readonly DeskPath[];
  title: MessageDescriptor;
  access: readonly Role[];
  /**
   * The entry in the desk's menu, with its key after `g`; null: the place is reached by a link. A place under
   * another one has a key, but no entry of its own.
   */
  menu: { icon: LucideIcon; key: string; under?: DeskPath } | null;
  /** Loads the component when the place is first opened. */
  chunk: () => Promise<ComponentType>;
  /** Loaded once the place is usable, so that its keys respond at once. Must be constant, like the table. */
  ahead?: readonly (() => Promise<unknown>)[];
};
