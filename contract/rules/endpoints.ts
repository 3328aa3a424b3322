import { CHART_ENDPOINTS } from './chart-endpoints.ts';
import { DASHBOARD_ENDPOINTS } from './dashboard-endpoints.ts';
import { DESK_ENDPOINTS } from './desk-endpoints.ts';
import { DRIVER_DAY_ENDPOINTS } from './driver-day-endpoints.ts';
import { OWN_HISTORY_ENDPOINTS } from './own-history-endpoints.ts';

/** The table both sides agree on. Sign-in speaks a protocol of its own under `/auth/v1` and is described there. The browser loads it in its parts. */
export const ENDPOINTS = {
  ...DASHBOARD_ENDPOINTS,
  ...OWN_HISTORY_ENDPOINTS,
  ...DESK_ENDPOINTS,
  ...CHART_ENDPOINTS,
  ...DRIVER_DAY_ENDPOINTS,
};

export type EndpointName = keyof typeof ENDPOINTS;

/** The endpoints that the table tells this of. */
export type EndpointsWith<Fact> = {
  [Name in EndpointName]: (typeof ENDPOINTS)[Name] extends Fact ? Name : never;
}[EndpointName];
