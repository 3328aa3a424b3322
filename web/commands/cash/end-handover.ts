import { t } from '@lingui/core/macro';
import type { Command } from '../command.ts';
import { atHandover, recallHandover } from './handover.ts';
import type { Handover } from './prepare-handover.ts';

/** An admin takes cash, and perhaps a card machine, back from a driver at the end of a day. */
export const endHandover: Command<'end_handover', Handover> = {
  ...atHandover(() => t`End Of Day Handover`),
  endpoint: 'end_handover',
  async prepare(given, press) {
    const { prepareHandover } = await import('./prepare-handover.ts');
    const { body, files } = await prepareHandover('end', given, press);
    const card_machine_received = given.card_machine.changes_hands;
    const own = { card_machine_received, estimated_receivables_fils: given.estimated_fils };
    const { goods = [] } = given;
    const decided = goods.length > 0 && {
      goods: goods.map(({ order_id, outcome }) => ({ order_id, outcome })),
    };
    const { difference_choice } = given;
    const signed = difference_choice && { difference_choice };
    return { body: { ...body, ...own, ...decided, ...signed }, files };
  },
  async recall({ input }, read) {
    const { card_machine_received, estimated_receivables_fils, goods = [], difference_choice } = input;
    const recalled = await recallHandover(input, card_machine_received, estimated_receivables_fils, read);
    const undescribed = goods.map((decision) => ({ ...decision, shown: null }));
    return { ...recalled, goods: undescribed, ...(difference_choice && { difference_choice }) };
  },
};
