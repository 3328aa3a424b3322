import { requestOrigin } from '../../operations/add-command.ts';
import { runOperation } from '../../operations/run-as.ts';
import { type App, addMultiTransactionEndpoint } from '../../platform/http/endpoint.ts';
import type { Services } from '../../platform/http/services.ts';
import { secretBox } from '../../platform/secrets/sealed-secrets.ts';
import { type StoreAddress, storeAddress } from '../api/shopify-http.ts';
import { retryImport } from './import-problems.ts';
import { outcomeOf, processRetry } from './process-retry.ts';

/**
 * Retries orders of the store that could not be imported. The store is queried outside of every transaction.
 */
export function importProblemRoutes(
  app: App,
  services: Services,
  address: StoreAddress = storeAddress,
): void {
  const { owner, now, log } = services;
  const options = { owner, box: secretBox(services.auth_secrets), now, address, log };
  const originOf = requestOrigin(services);

  addMultiTransactionEndpoint(app, services, 'retry_not_taken', async ({ c, body, within }) => {
    const request = { now: now(), origin: originOf(c), endpoint: 'retry_not_taken' } as const;
    const { listed, actor } = await within(async (tx, staff) => ({
      actor: staff,
      listed: await runOperation(tx, staff, request, (running) => retryImport(tx, staff, body, running)),
    }));
    const worked = await processRetry(options, actor, listed);
    return within((tx, staff) => outcomeOf(tx, staff, listed, worked));
  });
}
