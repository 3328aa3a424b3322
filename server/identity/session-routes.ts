import { addOperation } from '../operations/add-command.ts';
import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { endOwnSession, listOwnSessions } from './own-sessions.ts';
import { sessionLimits } from './session-limits.ts';

/** One's own sessions, for every role (ruling G8). */
export function sessionRoutes(app: App, services: Services): void {
  const limits = sessionLimits(services.config);
  addEndpoint(app, services, 'list_sessions', async ({ tx, actor }) => ({
    sessions: await listOwnSessions(tx, actor, limits, services.now()),
  }));
  addOperation(app, services, 'end_session', endOwnSession);
}
