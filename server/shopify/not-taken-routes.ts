import { addCommand, requestOrigin } from '../operations/add-command.ts';
import type { CommandServices } from '../operations/command-files.ts';
import { runOperation } from '../operations/run-as.ts';
import { type App, addEndpoint, addWaitingEndpoint } from '../platform/http/endpoint.ts';
import { secretBox } from '../platform/sealed-secrets.ts';
import { dismissNotTaken, listNotTaken, retryNotTaken } from './not-taken-orders.ts';
import { type StoreAddress, storeAddress } from './shopify-http.ts';
import { outcomeOf, workAnew } from './work-anew.ts';

/** Orders of the store that could not be taken, at the desk. The store is asked outside of every transaction. */
export function notTakenRoutes(
  app: App,
  services: CommandServices,
  address: StoreAddress = storeAddress,
): void {
  const { owner, now, log } = services;
  const options = { owner, box: secretBox(services.auth_secrets), now, address, log };
  const originOf = requestOrigin(services);

  addEndpoint(app, services, 'list_not_taken', ({ tx, actor }) => listNotTaken(tx, actor));
  addWaitingEndpoint(app, services, 'retry_not_taken', async ({ c, body, within }) => {
    const asked = { now: now(), origin: originOf(c), endpoint: 'retry_not_taken' } as const;
    const { listed, actor } = await within(async (tx, staff) => ({
      actor: staff,
      listed: await runOperation(tx, staff, asked, (running) => retryNotTaken(tx, staff, body, running)),
    }));
    const worked = await workAnew(options, actor, listed);
    return within((tx, staff) => outcomeOf(tx, staff, listed, worked));
  });
  addCommand(app, services, 'dismiss_not_taken', dismissNotTaken);
}
