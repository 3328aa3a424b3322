import { requestOrigin } from '../../operations/add-command.ts';
import { runOperation } from '../../operations/run-as.ts';
import { type App, addMultiTransactionEndpoint } from '../../platform/http/endpoint.ts';
import type { Services } from '../../platform/http/services.ts';
import { secretBox } from '../../platform/secrets/sealed-secrets.ts';
import { type StoreAddress, storeAddress } from '../api/shopify-http.ts';
import { endConnection, endWebhooks } from './connect-store.ts';
import { connectShopify } from './connection.ts';
import { tryCredentials, wantedOf } from './own-store.ts';

/**
 * Tries, connects and disconnects the shop's Shopify store, which is queried outside of every transaction.
 * The secrets are never part of a command, since a command stores a hash of its input.
 */
export function storeRoutes(app: App, services: Services, address: StoreAddress = storeAddress): void {
  const box = secretBox(services.auth_secrets);
  const options = { owner: services.owner, box, now: services.now, address };
  const originOf = requestOrigin(services);

  addMultiTransactionEndpoint(app, services, 'try_store', async ({ body, within }) => {
    const actor = await within(async (_, staff) => staff);
    const wanted = wantedOf(body);
    const missing_scopes = await tryCredentials(options, actor, wanted);
    return { shop_domain: wanted.shop_domain, missing_scopes };
  });
  addMultiTransactionEndpoint(app, services, 'connect_store', async ({ c, body, within }) => {
    const actor = await within(async (_, staff) => staff);
    const wanted = wantedOf(body);
    const missing_scopes = await tryCredentials(options, actor, wanted);
    const request = { now: services.now(), origin: originOf(c), endpoint: 'connect_store' } as const;
    await within((tx, staff) =>
      runOperation(tx, staff, request, (running) => connectShopify(tx, staff, { box, ...wanted }, running)),
    );
    return { shop_domain: wanted.shop_domain, missing_scopes };
  });
  addMultiTransactionEndpoint(app, services, 'disconnect_store', async ({ c, body, within }) => {
    const { shop_id } = await within(async (_, staff) => staff);
    const webhooks_problem = await endWebhooks(options, { shop_id, ...body });
    const request = { now: services.now(), origin: originOf(c), endpoint: 'disconnect_store' } as const;
    await within((tx, staff) =>
      runOperation(tx, staff, request, (running) => endConnection(tx, staff, body, running)),
    );
    return { webhooks_problem };
  });
}
