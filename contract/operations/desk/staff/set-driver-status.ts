import { command } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const setDriverStatus = command({
  path: '/api/staff/at-work',
  access: ['Admin'],
  touches: ['staff'],
  may_change_nothing: true,
  errors: ['not_found', 'driver_not_found'],
  summary: 'Says whether a driver is at work; with orders out he stays delivering',
  audit: { kind: 'people', subject: 'driver', label: 'Set whether a driver is at work' },
  grants: ['update drivers.status'],
  sample: { body: { staff_id: SAMPLE_ID, status: 'off_duty' } },
});
