import { change } from '../../definition.ts';

export const explainDeviceNumbers = change({
  path: '/api/devices/{device_id}/explain',
  access: ['Manager'],
  touches: ['devices'],
  errors: ['not_found', 'own_device'],
  summary:
    'Explains missing numbers or a broken chain of a device; numbers that are already settled stay unchanged',
  audit: { kind: 'devices', subject: 'device', label: 'Explained missing commands of a device' },
  sample: { body: { numbers: [1, 2], reason: 'The phone fell into the sea' } },
});
