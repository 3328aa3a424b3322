import { addCommand } from '../operations/add-command.ts';
import type { CommandServices } from '../operations/command-files.ts';
import type { Staff } from '../platform/actor.ts';
import { occurredAt } from '../platform/device-clock.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import { Problem } from '../platform/problem.ts';
import { addOrderByHand } from './add-by-hand.ts';
import { arrangeStops } from './arrange-stops.ts';
import { correctOrderByHand } from './correct-by-hand.ts';
import { orderListRoutes } from './order-list-routes.ts';
import { listAssignedOrders, listStops, type OwnDriver, readNextOrder } from './order-queries.ts';
import { readOrderToAdd } from './order-to-add.ts';
import { readDeskOrder } from './read-desk-order.ts';

export function orderRoutes(app: App, services: CommandServices): void {
  orderListRoutes(app, services);
  deskOrderRoutes(app, services);
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

/** One order at the desk: its page, corrected or added by hand (ruling G1). */
function deskOrderRoutes(app: App, services: CommandServices): void {
  addEndpoint(app, services, 'read_desk_order', ({ tx, actor: { shop_id }, query }) =>
    readDeskOrder(tx, { shop_id, order_id: query.order_id }),
  );
  addEndpoint(app, services, 'read_order_to_add', ({ tx, actor }) => readOrderToAdd(tx, actor.shop_id));
  addCommand(app, services, 'correct_order', correctOrderByHand);
  addCommand(app, services, 'add_order', addOrderByHand);
}

/** Orders are read for the actor's own driver record only. Throws `driver_not_found`. */
function ownDriver({ shop_id, user_id, driver_id }: Staff): OwnDriver {
  if (driver_id === null) throw new Problem('driver_not_found');
  return { shop_id, user_id, driver_id };
}
