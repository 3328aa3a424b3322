import { read } from '../../definition.ts';

export const listDevices = read({
  path: '/api/devices',
  access: 'signed_in',
  shows: ['devices'],
  errors: [],
  summary: 'Devices with what they have still to send and what never arrived',
});
