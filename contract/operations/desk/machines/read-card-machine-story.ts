import { read } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const readCardMachineStory = read({
  path: '/api/machines/story',
  access: ['Admin', 'Manager'],
  shows: ['machines'],
  errors: ['not_found'],
  summary: 'The history of a card machine',
  sample: { query: `?card_machine_id=${SAMPLE_ID}` },
});
