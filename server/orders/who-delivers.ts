import { ENDPOINTS } from '../../contract/rules/endpoints.ts';
import { mayAccess } from '../../contract/rules/roles.ts';
import { findStaff, staffOfDriver } from '../identity/find-staff.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';

/** Whom an order is for: a driver of the shop by the record, or anybody by e-mail address. */
export type NamedDriver = { driver_id: number } | { email: string };

/**
 * The driver record of whom an order of the shop may be given to: somebody who works there, signs in and has Next Order. Whoever became
 * an Admin has it no more (ruling C3), though a driver record may be left of earlier. Throws `not_found`, `staff_disabled`,
 * `cannot_deliver`, `driver_not_found`, `staff_elsewhere`.
 */
export async function whoDelivers(tx: Tx, shop_id: number, driver: NamedDriver): Promise<number> {
  const staff =
    'email' in driver
      ? await findStaff(tx, driver.email)
      : await staffOfDriver(tx, shop_id, driver.driver_id);
  const { email, role, driver_id } = staff;
  if (staff.disabled_at !== null) throw Problem.about('staff_disabled', { email });
  if (!mayAccess(ENDPOINTS.confirm_delivery.access, role)) {
    throw Problem.about('cannot_deliver', { email, role });
  }
  if (driver_id === null) throw Problem.about('driver_not_found', { email });
  if (staff.shop_id !== shop_id) throw Problem.about('staff_elsewhere', { email, shop_id: staff.shop_id });
  return driver_id;
}
