import type { BenchPlace } from '../bench-place.ts';
import { fillBook } from './filled-book.ts';

/**
 * A shop's book of several years, evenly spread: orders bring their share of movements, the safe the rest.
 */
export type YearsOfBook = { orders: number; movements: number; years: number };

const YEAR_S = 365 * 24 * 60 * 60;
/** The average number of movements per order that do not come from the safe. */
const MOVEMENTS_AN_ORDER = 0.8;

/** Fills the book of the environment's own shop, spread over its drivers. */
export function fillYears(place: BenchPlace, { orders, movements, years }: YearsOfBook): Promise<void> {
  const { shop_id, manager, admin } = place;
  const people = place.drivers.map(({ driver_id, user_id }) => ({
    ...{ shop_id, driver_id, user_id, manager_id: manager.user_id, admin_id: admin.user_id },
  }));
  const issues = movements - orders * MOVEMENTS_AN_ORDER;
  const apart = {
    orders_s: Math.floor((years * YEAR_S) / orders),
    issues_s: Math.floor((years * YEAR_S) / issues),
  };
  return fillBook(place, people, { movements, orders, apart });
}

/** Returns the date `days` before today, in UTC. */
export function dayBefore(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
}
