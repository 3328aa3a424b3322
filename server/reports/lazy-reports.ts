import { readRoute } from '../operations/route.ts';
import { readShop } from '../platform/database/shop-facts.ts';

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

export const readCashPathRoute = readRoute('read_cash_path', async ({ tx, actor, query }) => {
  const { readCashPath } = await import('./cash-path/read-cash-path.ts');
  return readCashPath(tx, actor.shop_id, query.order_id);
});

export const readCashSourcesRoute = readRoute('read_cash_sources', async ({ tx, actor, query }) => {
  const { readCashSources } = await import('./cash-path/read-cash-sources.ts');
  return readCashSources(tx, actor.shop_id, query);
});

export const readCashRecordRoute = readRoute('read_cash_record', async ({ tx, actor, query, services }) => {
  const { readCashRecord } = await import('./cash-records/read-cash-record.ts');
  return readCashRecord(tx, actor.shop_id, query, services.now());
});

export const listAuditEventsRoute = readRoute('list_audit_events', async ({ tx, actor, query }) => {
  const { listAuditEvents } = await import('./audit/audit-queries.ts');
  const { time_zone } = await readShop(tx);
  return listAuditEvents(tx, { shop_id: actor.shop_id, time_zone }, query);
});

export const readAuditEventRoute = readRoute('read_audit_event', async ({ tx, actor, query }) => {
  const { readAuditEvent } = await import('./audit/audit-queries.ts');
  return readAuditEvent(tx, actor.shop_id, query.event_id);
});
