import { addCommand, addOperation, requestOrigin } from '../operations/add-command.ts';
import type { CommandServices } from '../operations/command-files.ts';
import { runOperation } from '../operations/run-as.ts';
import { type App, addEndpoint, addWaitingEndpoint } from '../platform/http/endpoint.ts';
import { secretBox } from '../platform/sealed-secrets.ts';
import { endConnection, endWebhooks } from './connect-store.ts';
import { connectShopify } from './connection.ts';
import { beginResync } from './keep-in-step.ts';
import { askStoreAgain, readStore, tryCredentials, wantedOf } from './own-store.ts';
import { dismissListed, retryShopify } from './retry-shopify.ts';
import { type StoreAddress, storeAddress } from './shopify-http.ts';

/** The shop's Shopify store at the desk. The store itself is asked outside of every transaction, and its secrets are no command's: those keep what they were sent. */
export function storeRoutes(app: App, services: CommandServices, address: StoreAddress = storeAddress): void {
  const box = secretBox(services.auth_secrets);
  const options = { owner: services.owner, box, now: services.now, address };
  const originOf = requestOrigin(services);

  addEndpoint(app, services, 'read_store', ({ tx, actor }) =>
    readStore(tx, actor, services.config.public_url),
  );
  addWaitingEndpoint(app, services, 'try_store', async ({ body, within }) => {
    const actor = await within(async (_, staff) => staff);
    const wanted = wantedOf(body);
    const missing_scopes = await tryCredentials(options, actor, wanted);
    return { shop_domain: wanted.shop_domain, missing_scopes };
  });
  addWaitingEndpoint(app, services, 'connect_store', async ({ c, body, within }) => {
    const actor = await within(async (_, staff) => staff);
    const wanted = wantedOf(body);
    const missing_scopes = await tryCredentials(options, actor, wanted);
    const asked = { now: services.now(), origin: originOf(c), endpoint: 'connect_store' } as const;
    await within((tx, staff) =>
      runOperation(tx, staff, asked, (running) => connectShopify(tx, staff, { box, ...wanted }, running)),
    );
    return { shop_domain: wanted.shop_domain, missing_scopes };
  });
  addWaitingEndpoint(app, services, 'disconnect_store', async ({ c, body, within }) => {
    const { shop_id } = await within(async (_, staff) => staff);
    const webhooks_problem = await endWebhooks(options, { shop_id, ...body });
    const asked = { now: services.now(), origin: originOf(c), endpoint: 'disconnect_store' } as const;
    await within((tx, staff) =>
      runOperation(tx, staff, asked, (running) => endConnection(tx, staff, body, running)),
    );
    return { webhooks_problem };
  });
  addOperation(app, services, 'ask_store_again', (tx, actor, input, running) =>
    askStoreAgain(tx, actor, input, running),
  );
  addOperation(app, services, 'resync_store', async (tx, actor, { body }, running) => {
    await beginResync(tx, actor, { since: new Date(body.since), by_job: true }, running);
    return {};
  });
  addCommand(app, services, 'retry_store', (tx, actor, { order_number }, command) =>
    retryShopify(tx, actor, { order_number: order_number ?? undefined }, command),
  );
  addCommand(app, services, 'dismiss_in_store', dismissListed);
}
