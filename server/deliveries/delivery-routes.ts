import { addCommand } from '../operations/add-command.ts';
import type { CommandServices } from '../operations/command-files.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import { askForDelivery, confirmDelivery } from './confirm-delivery.ts';
import { readStatistics } from './statistics.ts';

export function deliveryRoutes(app: App, services: CommandServices): void {
  addCommand(app, services, 'confirm_delivery', confirmDelivery, askForDelivery);
  addEndpoint(app, services, 'read_statistics', ({ tx, actor }) => readStatistics(tx, actor, services.now()));
}
