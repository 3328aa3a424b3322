import type { DeviceRow } from '../../contract/operations/dashboard/devices/list-devices.schema.ts';

const BILAL = { user_id: '01975a00-0000-7000-8000-0000000000d2', full_name: 'Bilal Ahmed' };
const JOSEPH = { user_id: '01975a00-0000-7000-8000-0000000000d1', full_name: 'Joseph Mathew' };
const SINCE = '2026-11-20T10:02:00.000Z';

/** Bilal's phone: three of its commands are missing, one of which it never reported. */
export const MISSING_PHONE: DeviceRow = {
  id: '01975a00-0000-7000-8000-0000000000e1',
  name: 'Chrome on Android',
  last_seen_at: SINCE,
  last_user: BILAL,
  users: [
    { ...BILAL, role: 'Driver' },
    { ...JOSEPH, role: 'Driver' },
  ],
  unsent: { count: 2, amount_fils: 24_500 },
  not_arrived: [
    { number: 418, user: BILAL, amount_fils: 14_500, since: SINCE },
    { number: 419, user: JOSEPH, amount_fils: 10_000, since: SINCE },
    { number: 420, user: null, amount_fils: null, since: SINCE },
  ],
  chain_broken_at: null,
  open_orders: {
    count: 2,
    due_fils: 30_000,
    orders: [
      { order_number: '1004', due_amount_fils: 20_000 },
      { order_number: '1005', due_amount_fils: 10_000 },
    ],
  },
  may_explain: true,
};

/** The same phone once all commands have arrived. */
export const COMPLETE_PHONE: DeviceRow = {
  ...MISSING_PHONE,
  unsent: { count: 0, amount_fils: 0 },
  not_arrived: [],
};
