import { commandRoute } from '../../operations/route.ts';

/** Routes whose modules are loaded on the first request, to keep the server's start short. */

export const correctDeliveryRoute = commandRoute('correct_delivery', async (tx, actor, input, command) => {
  const { correctDelivery } = await import('./correct-delivery.ts');
  return correctDelivery(tx, actor, input, command);
});

export const correctRecordedDeliveryRoute = commandRoute(
  'correct_recorded_delivery',
  async (tx, actor, input, command) => {
    const { correctRecordedDelivery } = await import('./correct-recorded-delivery.ts');
    return correctRecordedDelivery(tx, actor, input, command);
  },
);
