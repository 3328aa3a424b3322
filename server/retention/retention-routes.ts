import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { readKept } from './read-kept.ts';

/** What is kept how long. */
export function retentionRoutes(app: App, services: Services): void {
  addEndpoint(app, services, 'read_kept', ({ tx, actor, query }) =>
    readKept(tx, actor, query, services.now()),
  );
}
