import { change } from '../../definition.ts';

export const explainDeviceNumbers = change({
  path: '/api/devices/{device_id}/explain',
  access: ['Manager'],
  touches: ['devices'],
  errors: ['not_found', 'own_device'],
  summary:
    'Says why numbers of a device will never arrive, or its chain does not hold; what was settled meanwhile stays as it is',
  audit: { kind: 'devices', subject: 'device', label: 'Explained what never arrived from a phone' },
  sample: { body: { numbers: [1, 2], reason: 'The phone fell into the sea' } },
});
