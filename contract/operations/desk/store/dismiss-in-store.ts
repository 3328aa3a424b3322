import { command } from '../../definition.ts';

export const dismissInStore = command({
  path: '/api/store/dismiss',
  access: ['Admin'],
  touches: ['store', 'orders'],
  errors: ['not_found'],
  summary: 'Takes from the lists what needs no more looking at',
  audit: {
    what: 'dismiss_listed',
    kind: 'shop',
    subject: 'order_number',
    label: 'Dismissed what had failed in the store',
  },
  sample: { body: { what: '1001' } },
});
