import { queryClient } from './query-client.ts';
import { readAgain, useEndpoint } from './use-endpoint.ts';

/** A change of the settings is notified; within this time several screens share one read. */
const FRESH_MS = 60_000;

/** The shop's settings of deliveries, also offline. Without `enabled` only those already read. */
export function useDeliverySettings({ enabled = true } = {}) {
  return useEndpoint('read_delivery_settings', undefined, { fresh_ms: FRESH_MS, enabled });
}

/** Stores the settings on the device, so that they apply offline. Throws like `callEndpoint`. */
export async function readDeliverySettingsAhead(): Promise<void> {
  await readAgain(queryClient, 'read_delivery_settings', FRESH_MS);
}
