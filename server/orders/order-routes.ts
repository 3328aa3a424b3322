import type { Staff } from '../platform/actor.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { Problem } from '../platform/problem.ts';
import { listAssignedOrders, type OwnDriver, readNextOrder } from './order-queries.ts';

export function orderRoutes(app: App, services: Services): void {
  addEndpoint(app, services, 'list_assigned_orders', async ({ tx, actor }) => ({
    orders: await listAssignedOrders(tx, ownDriver(actor)),
  }));
  addEndpoint(app, services, 'read_next_order', ({ tx, actor, query }) =>
    readNextOrder(tx, ownDriver(actor), query.order_id),
  );
}

/** Orders are read for the actor's own driver record only. Throws `driver_not_found`. */
function ownDriver({ shop_id, user_id, driver_id }: Staff): OwnDriver {
  if (driver_id === null) throw new Problem('driver_not_found');
  return { shop_id, user_id, driver_id };
}
