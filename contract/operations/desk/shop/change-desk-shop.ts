import { command } from '../../definition.ts';

export const changeDeskShop = command({
  path: '/api/shop',
  access: ['Admin'],
  touches: ['shop', 'orders'],
  may_change_nothing: true,
  errors: [],
  summary: "Changes the shop's name, time zone or limits; absent fields stay unchanged",
  audit: { what: 'change_shop', kind: 'shop', subject: 'shop', label: "Changed the shop's settings" },
  grants: [
    'update shops.country',
    'update shops.erase_customers_after_days',
    'update shops.name',
    'update shops.promise_hours',
    'update shops.time_zone',
  ],
  sample: {
    accepted: true,
    body: {
      name: 'Al Noor',
      time_zone: 'Asia/Dubai',
      promise_hours: 3,
      erase_customers_after_days: 365,
    },
  },
});
