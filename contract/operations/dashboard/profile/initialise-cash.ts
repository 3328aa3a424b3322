import { change } from '../../definition.ts';

export const initialiseCash = change({
  path: '/api/cash/initialise',
  access: ['Driver'],
  touches: ['cash'],
  errors: ['driver_not_found'],
  summary: "Creates the driver's own missing balance at zero and answers the real total (ruling A5)",
  audit: { kind: 'cash', subject: 'person', label: 'Began a cash balance' },
});
