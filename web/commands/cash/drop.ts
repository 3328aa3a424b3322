import { t } from '@lingui/core/macro';
import type { Command } from '../command.ts';
import { atHandover, recallHandover } from './handover.ts';
import type { Handover } from './prepare-handover.ts';

/** An admin takes part of a driver's cash during the day; the card machine stays with the driver. */
export const drop: Command<'record_drop', Handover> = {
  ...atHandover(() => t`Cash during the day`),
  endpoint: 'record_drop',
  async prepare(given, press) {
    const { prepareHandover } = await import('./prepare-handover.ts');
    const { body, files } = await prepareHandover('drop', { ...given, estimated_fils: null }, press);
    const { card_machine_id: _, ...cash } = body;
    return { body: cash, files };
  },
  recall: ({ input }, read) => recallHandover(input, false, null, read),
};
