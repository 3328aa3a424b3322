import type { CommandServices } from '../operations/command-files.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import { countDeskViews, listDeskOrders, searchDeskOrders } from './desk-orders.ts';

/** The desk's list of orders. */
export function orderListRoutes(app: App, services: CommandServices): void {
  const { now } = services;
  addEndpoint(app, services, 'list_desk_orders', ({ tx, actor: { shop_id }, query }) =>
    listDeskOrders(tx, { shop_id, now: now() }, query),
  );
  addEndpoint(app, services, 'count_desk_views', ({ tx, actor: { shop_id } }) =>
    countDeskViews(tx, { shop_id, now: now() }),
  );
  addEndpoint(app, services, 'search_desk_orders', ({ tx, actor: { shop_id }, query }) =>
    searchDeskOrders(tx, { shop_id, now: now() }, query.words),
  );
}
