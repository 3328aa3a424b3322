import type { DeliverAsTaken } from '../../contract/operations/dashboard/deliveries/deliver-as-taken.schema.ts';
import type { AboutOrder } from '../../web/offline/outbox-entry.ts';
import { deliveryCommand } from './delivery-command.ts';

type Of = Parameters<typeof deliveryCommand>[0];
type Changes = Partial<Omit<DeliverAsTaken, 'taken'>> & { taken?: Partial<DeliverAsTaken['taken']> };

/** A delivery of which AED 100.00 of AED 145.00 was taken in cash, as the outbox accepts it. */
export function takenCommand(of: Of, { taken = {}, ...changes }: Changes = {}, form?: AboutOrder['form']) {
  const plain = deliveryCommand(of);
  const { tender: _, ...input } = plain.input;
  return {
    ...plain,
    endpoint: 'deliver_as_taken' as const,
    about_order: { order_number: '1001', taken_fils: 0, ...(form && { form }) },
    input: {
      ...input,
      part: null,
      short_reason: 'No more cash',
      consent_id: null,
      ...changes,
      taken: {
        ...{ cash_fils: 10_000, card_fils: 0, link: null, transfer: null },
        ...{ received_fils: null, rounding_fils: 0 },
        ...taken,
      },
    },
  };
}
