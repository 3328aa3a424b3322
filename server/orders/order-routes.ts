import { addCommand } from '../operations/add-command.ts';
import type { CommandServices } from '../operations/command-files.ts';
import type { Staff } from '../platform/actor.ts';
import { occurredAt } from '../platform/device-clock.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import { Problem } from '../platform/problem.ts';
import { arrangeStops } from './arrange-stops.ts';
import { listAssignedOrders, listStops, type OwnDriver, readNextOrder } from './order-queries.ts';

export function orderRoutes(app: App, services: CommandServices): void {
  addEndpoint(app, services, 'list_assigned_orders', async ({ tx, actor }) => ({
    orders: await listAssignedOrders(tx, ownDriver(actor)),
  }));
  addEndpoint(app, services, 'read_next_order', ({ tx, actor, query }) =>
    readNextOrder(tx, ownDriver(actor), query.order_id),
  );
  addEndpoint(app, services, 'list_stops', ({ tx, actor }) => listStops(tx, ownDriver(actor)));
  addCommand(app, services, 'arrange_stops', (tx, actor, input, command) => {
    const { driver_id } = ownDriver(actor);
    const arranged_at = occurredAt(input, new Date(0), command.now);
    return arrangeStops(tx, actor, { ...input, driver_id, arranged_at }, command);
  });
}

/** Orders are read for the actor's own driver record only. Throws `driver_not_found`. */
function ownDriver({ shop_id, user_id, driver_id }: Staff): OwnDriver {
  if (driver_id === null) throw new Problem('driver_not_found');
  return { shop_id, user_id, driver_id };
}
