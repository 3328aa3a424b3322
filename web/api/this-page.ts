import { createKeptTexts } from '../world/kept-texts.ts';
import { thisTab } from '../world/this-tab.ts';
import { createApiClient } from './client.ts';
import { identity } from './identity.ts';
import { createExchange } from './request.ts';
import { createServerClock } from './server-clock.ts';

/** What this page asks the server with, in the name of whoever the session has provided. */
export const kept = createKeptTexts(thisTab);
export const serverClock = createServerClock(kept);
export const exchange = createExchange(thisTab, serverClock);

export const api = createApiClient(exchange, {
  user_id: () => identity().user_id(),
  subscribe: (listener) => identity().subscribe(listener),
  credentials: () => identity().credentials(),
  renew: (refused_token) => identity().renew(refused_token),
});
export const { callEndpoint, putFile } = api;

/** See ServerClock. */
export function clockOffsetMs(): number {
  return serverClock.offset_ms();
}
