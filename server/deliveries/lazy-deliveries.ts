import { commandRoute, readRoute } from '../operations/route.ts';
import { sendDeliveryReads } from './deliver.ts';

/** Routes whose modules are loaded on the first request, to keep the server's start short. */

export const deliverAsTakenRoute = commandRoute(
  'deliver_as_taken',
  async (tx, actor, input, command) => {
    const { deliverAsTaken } = await import('./deliver-as-taken.ts');
    return deliverAsTaken(tx, actor, input, command);
  },
  sendDeliveryReads,
);

export const requestUnpaidDeliveryRoute = commandRoute(
  'request_unpaid_delivery',
  async (tx, actor, input, command) => {
    const { requestUnpaid } = await import('./request-unpaid.ts');
    return requestUnpaid(tx, actor, input, command);
  },
);

export const readDeliverySettingsRoute = readRoute('read_delivery_settings', async ({ tx }) => {
  const { readDeliverySettings } = await import('./delivery-settings.ts');
  return readDeliverySettings(tx);
});

export const changeDeliverySettingsRoute = commandRoute(
  'change_delivery_settings',
  async (tx, actor, input, command) => {
    const { changeDeliverySettings } = await import('./delivery-settings.ts');
    return changeDeliverySettings(tx, actor, input, command);
  },
);
