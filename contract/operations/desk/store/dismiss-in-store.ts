import { command } from '../../definition.ts';

export const dismissInStore = command({
  path: '/api/store/dismiss',
  access: ['Admin'],
  touches: ['store', 'orders'],
  errors: ['not_found'],
  summary: 'Dismisses failed store updates from the lists',
  audit: {
    what: 'dismiss_listed',
    kind: 'shop',
    subject: 'order_number',
    label: 'Dismissed failed store updates',
  },
  sample: { body: { what: '1001' } },
});
