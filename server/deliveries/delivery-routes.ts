import { addCommand } from '../operations/add-command.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { confirmDelivery } from './confirm-delivery.ts';
import { readStatistics } from './statistics.ts';

export function deliveryRoutes(app: App, services: Services): void {
  addCommand(app, services, 'confirm_delivery', confirmDelivery);
  addEndpoint(app, services, 'read_statistics', ({ tx, actor }) => readStatistics(tx, actor, services.now()));
}
