import type { EndpointName } from '../../contract/operations/endpoints.ts';
import { type App, addEndpoint, type Reads } from '../platform/http/endpoint.ts';
import {
  addCommand,
  addOperation,
  type CommandOf,
  type EarlyReads,
  type OperationOf,
} from './add-command.ts';
import type { CommandServices } from './command-files.ts';
import type { Route } from './route.ts';

/** Mounts each route under its endpoint. */
export function mountRoutes(app: App, services: CommandServices, routes: readonly Route[]): void {
  for (const route of routes) mountRoute(app, services, route);
}

/**
 * Mounts one route. The builders checked each handler against its name, which the type `Route` does not
 * relate to it.
 */
function mountRoute(app: App, services: CommandServices, route: Route): void {
  const { kind, name } = route;
  if (kind === 'read') addEndpoint(app, services, name, route.handle as Reads<EndpointName>);
  else if (kind === 'operation')
    addOperation(app, services, name, route.operation as OperationOf<EndpointName>);
  else {
    const operation = route.operation as CommandOf<EndpointName, unknown>;
    addCommand(app, services, name, operation, route.ask as EarlyReads<EndpointName, unknown>);
  }
}
