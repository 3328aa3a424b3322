import type { ArrangeDriverStops } from '../../../contract/operations/desk/drivers/arrange-driver-stops.schema.ts';
import type {
  BoardDriver,
  BoardStop,
} from '../../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import { withMoved } from '../../ui/moved-to.ts';

/** A driver, and the number of that driver's stops above the place. */
export type Place = { driver_id: number; at: number };

export type Direction = 'earlier' | 'later' | 'driver_before' | 'driver_after';

export function placeOnBoard(drivers: readonly BoardDriver[], order_id: string): Place | null {
  for (const { driver_id, stops } of drivers) {
    const at = stops.findIndex(({ id }) => id === order_id);
    if (at >= 0) return { driver_id, at };
  }
  return null;
}

export function stopOnBoard(drivers: readonly BoardDriver[], order_id: string): BoardStop | undefined {
  return drivers.flatMap(({ stops }) => stops).find(({ id }) => id === order_id);
}

/** Moves a stop to another place. Drivers whose stops do not change are returned as the same objects. */
export function withStopAt(
  drivers: readonly BoardDriver[],
  order_id: string,
  { driver_id, at }: Place,
): readonly BoardDriver[] {
  const stop = stopOnBoard(drivers, order_id);
  if (!stop || !drivers.some((driver) => driver.driver_id === driver_id)) return drivers;
  return drivers.map((driver) => {
    const others = driver.stops.filter(({ id }) => id !== order_id);
    if (driver.driver_id === driver_id) {
      const place = Math.max(0, Math.min(at, others.length));
      return { ...driver, stops: [...others.slice(0, place), stop, ...others.slice(place)] };
    }
    return others.length === driver.stops.length ? driver : { ...driver, stops: others };
  });
}

/**
 * Returns the place one step away, or the same place if there is none. Skips drivers without permission to
 * deliver, except the one who has the stop.
 */
export function stepFrom(
  drivers: readonly BoardDriver[],
  order_id: string,
  place: Place,
  to: Direction,
): Place {
  const column = drivers.findIndex(({ driver_id }) => driver_id === place.driver_id);
  const last = (drivers[column]?.stops.filter(({ id }) => id !== order_id) ?? []).length;
  if (to === 'earlier') return { ...place, at: Math.max(0, place.at - 1) };
  if (to === 'later') return { ...place, at: Math.min(last, place.at + 1) };
  const others = to === 'driver_after' ? drivers.slice(column + 1) : drivers.slice(0, column).reverse();
  const next = others.find(
    ({ driver_id, may_deliver }) => may_deliver || isWith(drivers, order_id, driver_id),
  );
  if (!next) return place;
  const there = next.stops.filter(({ id }) => id !== order_id).length;
  return { driver_id: next.driver_id, at: Math.min(place.at, there) };
}

function isWith(drivers: readonly BoardDriver[], order_id: string, driver_id: number): boolean {
  return placeOnBoard(drivers, order_id)?.driver_id === driver_id;
}

/**
 * Returns the command that moves a stop on the board as it was seen; null if the stop is already there. The
 * command names the arrangement and the version on which it is based, so that it overwrites no unseen
 * change.
 */
export function moveTo(
  drivers: readonly BoardDriver[],
  order_id: string,
  place: Place,
  arrangement_id: string,
): ArrangeDriverStops | null {
  const from = placeOnBoard(drivers, order_id);
  const stop = stopOnBoard(drivers, order_id);
  const target = drivers.find(({ driver_id }) => driver_id === place.driver_id);
  if (!from || !stop || !target) return null;
  const is_taken = from.driver_id !== place.driver_id;
  const before = target.stops.map(({ id }) => id);
  const order_ids = withMoved(before, order_id, place.at);
  if (!is_taken && order_ids.every((id, at) => id === before[at])) return null;
  return {
    driver_id: place.driver_id,
    arrangement_id,
    from_arrangement: target.arrangement_id,
    order_ids,
    taken: is_taken ? { order_id, version: stop.version } : null,
  };
}

/** Returns the board as it will be once these moves are recorded, each based on the previous one. */
export function withMoves(
  drivers: readonly BoardDriver[],
  moves: readonly ArrangeDriverStops[],
): readonly BoardDriver[] {
  return moves.reduce(withMove, drivers);
}

function withMove(drivers: readonly BoardDriver[], move: ArrangeDriverStops): readonly BoardDriver[] {
  const { driver_id, arrangement_id, order_ids, taken } = move;
  const target = drivers.find((driver) => driver.driver_id === driver_id);
  if (!target || target.arrangement_id === arrangement_id) return drivers;
  const given = taken && givenStop(drivers, target, taken);
  const moved = given ? withStopAt(drivers, given.id, { driver_id, at: target.stops.length }) : drivers;
  return moved.map((driver) => {
    if (driver.driver_id !== driver_id) return driver;
    const placeIn = new Map(order_ids.map((id, at) => [id, at]));
    const stops = driver.stops
      .map((stop) => (stop.id === given?.id ? given : stop))
      .toSorted((one, other) => (placeIn.get(one.id) ?? Infinity) - (placeIn.get(other.id) ?? Infinity) || 0);
    return { ...driver, arrangement_id, stops };
  });
}

/** Returns the stop as its new driver has it: a transfer increments the version once. */
function givenStop(
  drivers: readonly BoardDriver[],
  target: BoardDriver,
  { order_id, version }: NonNullable<ArrangeDriverStops['taken']>,
): BoardStop | undefined {
  const stop = stopOnBoard(drivers, order_id);
  if (!stop || target.stops.includes(stop)) return undefined;
  return { ...stop, version: version + 1 };
}

/**
 * Sorts the drivers: out first, then others with stops, then available ones. Each group keeps its order by
 * name.
 */
export function inFirstOrder(drivers: readonly BoardDriver[]): readonly BoardDriver[] {
  const rank = ({ status, stops }: BoardDriver) =>
    status === 'delivering' ? 0 : stops.length > 0 ? 1 : status === 'available' ? 2 : 3;
  return drivers.toSorted((one, other) => rank(one) - rank(other));
}
