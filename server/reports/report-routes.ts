import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { readOwnHistory } from './own-history.ts';
import { readReport } from './read-report.ts';

/** Figures of any period, and what stands behind them. */
export function reportRoutes(app: App, services: Services): void {
  addEndpoint(app, services, 'read_report', ({ tx, actor, query }) => readReport(tx, actor.shop_id, query));
  addEndpoint(app, services, 'read_own_history', ({ tx, actor, query }) =>
    readOwnHistory(tx, actor, query.before, services.now()),
  );
}
