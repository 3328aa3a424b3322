import { AT_THE_TABLE, type Command } from './command.ts';
import { HANDOVER_WORDS, type Handover, recallHandover } from './handover.ts';

/** An admin gives a driver cash, and perhaps a card machine, at the start of a day. */
export const startHandover: Command<'start_handover', Handover> = {
  endpoint: 'start_handover',
  ...AT_THE_TABLE,
  subject: ({ driver_id }) => String(driver_id),
  async prepare(given, press) {
    const { prepareHandover } = await import('./prepare-handover.ts');
    const { body, files } = await prepareHandover('start', { ...given, estimated_fils: null }, press);
    return { body: { ...body, card_machine_given: given.card_machine.changes_hands }, files };
  },
  recall: ({ input }, read) =>
    recallHandover(input, { changes_hands: input.card_machine_given, estimated_fils: null }, read),
  words: HANDOVER_WORDS,
};
