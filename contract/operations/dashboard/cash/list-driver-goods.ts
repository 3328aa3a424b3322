import { read } from '../../definition.ts';

export const listDriverGoods = read({
  path: '/api/handovers/goods',
  access: ['Admin'],
  shows: ['orders', 'handovers'],
  errors: ['driver_unknown'],
  summary: 'The orders whose goods are still with a driver of the shop, in stop order',
  sample: { query: '?driver_id=7' },
});
