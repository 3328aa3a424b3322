import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import { type ExportServices, exportRoutes } from './exports/export-routes.ts';
import { readOwnHistory } from './own-history.ts';
import { readFigures } from './read-figures.ts';
import { readReport } from './read-report.ts';
import { listReportPeople } from './report-people.ts';

/** Figures of any period, and what stands behind them. */
export function reportRoutes(app: App, services: ExportServices): void {
  addEndpoint(app, services, 'read_report', ({ tx, actor, query }) => readReport(tx, actor.shop_id, query));
  // Loaded when first asked for, as the reports are.
  addEndpoint(app, services, 'read_delivery_hours', async ({ tx, actor, query }) => {
    const { readDeliveryHours } = await import('./charts/delivery-hours.ts');
    return readDeliveryHours(tx, actor.shop_id, query);
  });
  addEndpoint(app, services, 'read_held_over_time', async ({ tx, actor, query }) => {
    const { readHeldOverTime } = await import('./charts/held-over-time.ts');
    return readHeldOverTime(tx, actor.shop_id, query, services.now());
  });
  addEndpoint(app, services, 'read_driver_day', async ({ tx, actor, query }) => {
    const { readDriverDay } = await import('./driver-day/read-driver-day.ts');
    return readDriverDay(tx, actor.shop_id, query);
  });
  addEndpoint(app, services, 'read_own_history', ({ tx, actor, query }) =>
    readOwnHistory(tx, actor, query.before, services.now()),
  );
  addEndpoint(app, services, 'list_report_people', ({ tx, actor }) => listReportPeople(tx, actor));
  addEndpoint(app, services, 'read_figures', ({ tx, actor }) => readFigures(tx, actor, services.now()));
  exportRoutes(app, services);
}
