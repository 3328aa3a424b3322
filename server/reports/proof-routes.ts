import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { readCashPath } from './cash-path/read-cash-path.ts';
import { readCashSources } from './cash-path/read-cash-sources.ts';
import { readCashRecord } from './cash-records/read-cash-record.ts';

/** Records of cash whenever they were, and whose cash it was. */
export function proofRoutes(app: App, services: Services): void {
  addEndpoint(app, services, 'read_cash_record', ({ tx, actor, query }) =>
    readCashRecord(tx, actor.shop_id, query),
  );
  addEndpoint(app, services, 'read_cash_path', ({ tx, actor, query }) =>
    readCashPath(tx, actor.shop_id, query.order_id),
  );
  addEndpoint(app, services, 'read_cash_sources', ({ tx, actor, query }) =>
    readCashSources(tx, actor.shop_id, query),
  );
}
