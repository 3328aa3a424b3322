import { addCommand, addOperation } from '../operations/add-command.ts';
import type { CommandServices } from '../operations/command-files.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import { listFloats } from './float-queries.ts';
import { initialiseCash } from './initialise-cash.ts';
import { recordFloat } from './record-float.ts';

export function cashRoutes(app: App, services: CommandServices): void {
  addOperation(app, services, 'initialise_cash', initialiseCash);
  addCommand(app, services, 'record_float', recordFloat);
  addEndpoint(app, services, 'list_floats', ({ tx, actor, query }) => listFloats(tx, actor, query.before));
}
