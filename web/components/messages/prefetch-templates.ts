import { queryClient } from '../../api/query-client.ts';
import { readAgain } from '../../api/use-endpoint.ts';

/** Stores the shop's messages on the device, so that they are available without signal. */
export async function prefetchTemplates(): Promise<void> {
  await readAgain(queryClient, 'read_delivery_settings');
}
