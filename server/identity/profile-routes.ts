import { addOperation } from '../operations/add-command.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { endOwnSession, listOwnSessions, readProfile } from './own-sessions.ts';

/** One's own profile and sessions, for every role (rulings C5, G8). */
export function profileRoutes(app: App, services: Services): void {
  addEndpoint(app, services, 'read_profile', ({ tx, actor }) => readProfile(tx, actor));
  addEndpoint(app, services, 'list_sessions', async ({ tx, actor }) => ({
    sessions: await listOwnSessions(tx, actor, services.config, services.now()),
  }));
  addOperation(app, services, 'end_session', endOwnSession);
}
