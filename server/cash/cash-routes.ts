import { addOperation } from '../operations/add-command.ts';
import type { App } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { initialiseCash } from './initialise-cash.ts';

export function cashRoutes(app: App, services: Services): void {
  addOperation(app, services, 'initialise_cash', initialiseCash);
}
