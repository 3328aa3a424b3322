import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { readProfile } from './profile-queries.ts';

export function profileRoutes(app: App, services: Services): void {
  addEndpoint(app, services, 'read_profile', ({ tx, actor }) => readProfile(tx, actor));
}
