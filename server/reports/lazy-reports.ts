import { readRoute } from '../operations/route.ts';

/** Routes whose modules are loaded on the first request, to keep the server's start short. */

export const readDeliveryHoursRoute = readRoute('read_delivery_hours', async ({ tx, actor, query }) => {
  const { readDeliveryHours } = await import('./charts/delivery-hours.ts');
  return readDeliveryHours(tx, actor.shop_id, query);
});

export const readHeldOverTimeRoute = readRoute(
  'read_held_over_time',
  async ({ tx, actor, query, services }) => {
    const { readHeldOverTime } = await import('./charts/held-over-time.ts');
    return readHeldOverTime(tx, actor.shop_id, query, services.now());
  },
);

export const readDriverDayRoute = readRoute('read_driver_day', async ({ tx, actor, query }) => {
  const { readDriverDay } = await import('./driver-day/read-driver-day.ts');
  return readDriverDay(tx, actor.shop_id, query);
});

export const readCashEquationRoute = readRoute('read_cash_equation', async ({ tx, actor, services }) => {
  const { readCashEquation } = await import('./read-cash-equation.ts');
  return readCashEquation(tx, actor.shop_id, services.now());
});
