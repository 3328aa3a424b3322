import { t } from '@lingui/core/macro';
import type { Command } from '../command.ts';
import { atHandover, recallHandover } from './handover.ts';
import type { Handover } from './prepare-handover.ts';

/** An admin gives a driver cash, and perhaps a card machine, at the start of a day. */
export const startHandover: Command<'start_handover', Handover> = {
  ...atHandover(() => t`Start Of Day Handover`),
  endpoint: 'start_handover',
  async prepare(given, press) {
    const { prepareHandover } = await import('./prepare-handover.ts');
    const { body, files } = await prepareHandover('start', { ...given, estimated_fils: null }, press);
    return { body: { ...body, card_machine_given: given.card_machine.changes_hands }, files };
  },
  recall: ({ input }, read) => recallHandover(input, input.card_machine_given, null, read),
};
