/* Written by `npm run operations` from the definitions in this folder. */
import { DASHBOARD_ENDPOINTS } from './dashboard.ts';
import { DESK_ENDPOINTS } from './desk.ts';
import { listOwedAtDoor } from './screens/list-owed-at-door.ts';
import { listOwnExpenses } from './screens/list-own-expenses.ts';
import { readDeliveryHours } from './screens/read-delivery-hours.ts';
import { readDriverDay } from './screens/read-driver-day.ts';
import { readHeldOverTime } from './screens/read-held-over-time.ts';
import { readOwnHistory } from './screens/read-own-history.ts';

/** Every operation by name; `screens` are loaded by the browser with the one screen that uses them. */
export const ENDPOINTS = {
  ...DASHBOARD_ENDPOINTS,
  ...DESK_ENDPOINTS,
  list_owed_at_door: listOwedAtDoor,
  list_own_expenses: listOwnExpenses,
  read_delivery_hours: readDeliveryHours,
  read_driver_day: readDriverDay,
  read_held_over_time: readHeldOverTime,
  read_own_history: readOwnHistory,
};

export type EndpointName = keyof typeof ENDPOINTS;

/** Names of the operations whose definition has this property. */
export type EndpointsWith<Fact> = {
  [Name in EndpointName]: (typeof ENDPOINTS)[Name] extends Fact ? Name : never;
}[EndpointName];
