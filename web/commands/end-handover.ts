import { AT_THE_TABLE, type Command } from './command.ts';
import { HANDOVER_WORDS, type Handover, recallHandover } from './handover.ts';

/** An admin takes cash, and perhaps a card machine, back from a driver at the end of a day. */
export const endHandover: Command<'end_handover', Handover> = {
  endpoint: 'end_handover',
  ...AT_THE_TABLE,
  subject: ({ driver_id }) => String(driver_id),
  async prepare(given, press) {
    const { prepareHandover } = await import('./prepare-handover.ts');
    const { body, files } = await prepareHandover('end', given, press);
    const card_machine_received = given.card_machine.changes_hands;
    const { estimated_fils: estimated_receivables_fils } = given;
    return { body: { ...body, card_machine_received, estimated_receivables_fils }, files };
  },
  recall({ input }, read) {
    const { card_machine_received: changes_hands, estimated_receivables_fils: estimated_fils } = input;
    return recallHandover(input, { changes_hands, estimated_fils }, read);
  },
  words: HANDOVER_WORDS,
};
