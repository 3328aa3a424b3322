import { type App, addEndpoint } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { Problem } from '../platform/problem.ts';
import { initialiseOwnBalance } from './balances.ts';

export function cashRoutes(app: App, services: Services): void {
  addEndpoint(app, services, 'initialise_cash', async ({ tx, actor }) => {
    if (actor.driver_id === null) throw new Problem('driver_not_found');
    return { success: true, error: null, new_total_fils: await initialiseOwnBalance(tx) };
  });
}
