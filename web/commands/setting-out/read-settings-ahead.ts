import { queryClient } from '../../api/query-client.ts';
import { readAgain } from '../../api/use-endpoint.ts';

/** Stores the shop's rules for setting out on the device, so that they apply offline on every screen. */
export async function readSettingsAhead(): Promise<void> {
  await readAgain(queryClient, 'read_delivery_settings');
}
