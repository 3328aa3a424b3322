import { networkWatch } from '../environment/reachability/network-watch.ts';
import { createStoredTexts } from '../environment/stored-texts.ts';
import { thisTab } from '../environment/this-tab.ts';
import { createApiClient } from './client.ts';
import { createFeedPositions } from './feed-positions.ts';
import { identity } from './identity.ts';
import { createExchange } from './request.ts';
import { createServerClock } from './server-clock.ts';

/** The API client of this page. It acts for the user whom the session has provided. */
export const keptTexts = createStoredTexts(thisTab);
export const serverClock = createServerClock(keptTexts, thisTab);
export const exchange = createExchange(thisTab, serverClock, networkWatch);

export const feedPositions = createFeedPositions();
export const api = createApiClient(exchange, identity, feedPositions);
export const { callEndpoint, putFile } = api;

export const clockOffsetMs = serverClock.offset_ms;
