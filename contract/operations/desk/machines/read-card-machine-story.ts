import { read } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const readCardMachineStory = read({
  path: '/api/machines/story',
  access: ['Admin', 'Manager'],
  shows: ['machines'],
  errors: ['not_found'],
  summary: 'Through whose hands a card machine went',
  sample: { query: `?card_machine_id=${SAMPLE_ID}` },
});
