import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { readHoldings } from './read-holdings.ts';

/** What spans several domains. */
export function deskRoutes(app: App, services: Services): void {
  addEndpoint(app, services, 'read_desk_holdings', ({ tx, actor }) =>
    readHoldings(tx, actor, services.now()),
  );
}
