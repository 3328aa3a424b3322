import { queryClient } from '../../../api/query-client.ts';
import { readAgain } from '../../../api/use-endpoint.ts';

/** Stores the shop's reasons on the device, for an attempt without signal. Throws like `callEndpoint`. */
export async function prefetchDeliverySettings(): Promise<void> {
  await readAgain(queryClient, 'read_delivery_settings');
}
