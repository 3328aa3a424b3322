import { commandRoute } from '../operations/route.ts';
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
