import { addCommand } from '../operations/add-command.ts';
import type { CommandServices } from '../operations/command-files.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import { countDeskViews, listDeskOrders, searchDeskOrders } from './desk-orders.ts';
import {
  assignOrders,
  cancelOrders,
  dispatchOrders,
  reopenOrders,
  returnOrders,
  unassignOrders,
} from './many-orders.ts';
import { reviewConflicts } from './review-conflicts.ts';
import { undoOrders } from './undo-orders.ts';

/** The desk's list of orders, and what is done with many of them. */
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
  addCommand(app, services, 'assign_orders', assignOrders);
  addCommand(app, services, 'unassign_orders', unassignOrders);
  addCommand(app, services, 'dispatch_orders', dispatchOrders);
  addCommand(app, services, 'return_orders', returnOrders);
  addCommand(app, services, 'cancel_orders', cancelOrders);
  addCommand(app, services, 'reopen_orders', reopenOrders);
  addCommand(app, services, 'review_conflicts', reviewConflicts);
  addCommand(app, services, 'undo_orders', undoOrders);
}
