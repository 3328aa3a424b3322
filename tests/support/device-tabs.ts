import { newId } from '../../contract/rules/ids.ts';
import { createApiClient } from '../../web/api/client.ts';
import { type Identity, provideIdentity } from '../../web/api/identity.ts';
import { createExchange } from '../../web/api/request.ts';
import { serverClock } from '../../web/api/this-page.ts';
import { createBrowserEnvironment } from '../../web/environment/browser-environment.ts';
import type { NetworkWatch } from '../../web/environment/reachability/network-watch.ts';
import { withReachability } from '../../web/environment/reachability/reachability.ts';
import { deviceStore } from '../../web/offline/device-records.ts';
import { createDrafts } from '../../web/offline/drafts/drafts.ts';
import { createOutbox } from '../../web/offline/outbox.ts';
import type { OutboxEntry } from '../../web/offline/outbox-entry.ts';
import { createSender } from '../../web/offline/sending/sender.ts';

/** The identity on the device under test; tokens are `token-<user>`. */
export function signedIn(user_id: string | null) {
  const listeners = new Set<() => void>();
  let current = user_id;
  const credentials = () =>
    Promise.resolve(current === null ? null : { user_id: current, access_token: `token-${current}` });
  const identity: Identity = {
    user_id: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    credentials,
    renew: credentials,
  };
  provideIdentity(identity);
  return {
    identity,
    become(next: string | null) {
      current = next;
      for (const listener of listeners) listener();
    },
  };
}

export type Tab = ReturnType<typeof openTab>;

/** A tab of the device: its own outbox and sender on the shared database. Closing it acts as a reload. */
export function openTab(database_name: string, identity: Identity, onRefused?: () => void) {
  const watch: NetworkWatch = {};
  const environment = withReachability({ ...createBrowserEnvironment(database_name), tab: newId() }, watch);
  const outbox = createOutbox(environment);
  const sender = createSender(environment, {
    outbox,
    api: createApiClient(createExchange(environment, serverClock, watch), () => identity),
    identity,
    ...(onRefused ? { onRefused } : {}),
  });
  let stop: (() => void) | undefined;
  return {
    name: environment.tab,
    environment,
    store: deviceStore(environment),
    drafts: createDrafts(environment),
    outbox,
    sender,
    start() {
      stop = sender.start();
    },
    async close() {
      stop?.();
      outbox.close();
      await environment.store.close();
    },
    /** Resolves with the entry once `wanted` accepts it; checks after every change. */
    async until(command_id: string, wanted: (entry: OutboxEntry) => boolean): Promise<OutboxEntry> {
      await outbox.reload();
      return await new Promise((resolve) => {
        const look = () => {
          const entry = outbox.entries().find((one) => one.command_id === command_id);
          if (!entry || !wanted(entry)) return;
          unsubscribe();
          resolve(entry);
        };
        const unsubscribe = outbox.subscribe(look);
        look();
      });
    },
  };
}
