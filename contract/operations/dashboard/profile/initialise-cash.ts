import { change } from '../../definition.ts';

export const initialiseCash = change({
  path: '/api/cash/initialise',
  access: ['Driver'],
  touches: ['cash'],
  errors: ['driver_not_found'],
  summary: "Creates the driver's missing balance at zero and returns the actual total",
  audit: { kind: 'cash', subject: 'person', label: 'Created a cash balance' },
});
