import { command } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const setDriverStatus = command({
  path: '/api/staff/at-work',
  access: ['Admin'],
  touches: ['staff'],
  may_change_nothing: true,
  errors: ['not_found', 'driver_not_found'],
  summary: 'Sets whether a driver is at work; a driver with orders out stays delivering',
  audit: { kind: 'people', subject: 'driver', label: "Changed a driver's status" },
  grants: ['update drivers.status'],
  sample: { body: { staff_id: SAMPLE_ID, status: 'off_duty' } },
});
