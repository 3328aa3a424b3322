import { createKeptTexts } from '../world/kept-texts.ts';
import { networkWatch } from '../world/reachability/network-watch.ts';
import { thisTab } from '../world/this-tab.ts';
import { createApiClient } from './client.ts';
import { identity } from './identity.ts';
import { createReadsFrom } from './reads-from.ts';
import { createExchange } from './request.ts';
import { createServerClock } from './server-clock.ts';

/** The API client of this page. It acts for the user whom the session has provided. */
export const kept = createKeptTexts(thisTab);
export const serverClock = createServerClock(kept, thisTab);
export const exchange = createExchange(thisTab, serverClock, networkWatch);

export const readsFrom = createReadsFrom();
export const api = createApiClient(exchange, identity, readsFrom);
export const { callEndpoint, putFile } = api;

export const clockOffsetMs = serverClock.offset_ms;
