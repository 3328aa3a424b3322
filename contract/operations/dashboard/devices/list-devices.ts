import { read } from '../../definition.ts';

export const listDevices = read({
  path: '/api/devices',
  access: 'signed_in',
  shows: ['devices'],
  errors: [],
  summary: 'Devices with their unsent and missing commands',
});
