import { change } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const reportDevice = change({
  path: '/api/devices/report',
  access: 'signed_in',
  any_password: true,
  touches: ['devices'],
  errors: ['too_many_attempts'],
  summary: 'Reports the numbers that a device assigned, the unsent commands and the closed ones',
  audit: { kind: 'devices', subject: 'device', label: 'Received the report of a device' },
  sample: {
    accepted: true,
    skips_unknown: true,
    body: {
      device_id: SAMPLE_ID,
      highest: 3,
      highest_hash: 'a'.repeat(64),
      open: [
        {
          number: 2,
          command_id: SAMPLE_ID,
          user_id: SAMPLE_ID,
          endpoint: 'confirm_delivery',
          amount_fils: 14_500,
          made_at: '2026-11-20T10:00:00.000Z',
        },
      ],
      closed: [{ number: 1, command_id: SAMPLE_ID, user_id: SAMPLE_ID, how: 'replaced', replaced_by: 3 }],
      unsent_count: 1,
      unsent_fils: 14_500,
    },
  },
});
