import { readRoute } from '../operations/route.ts';

/** The module is loaded on the first request, to keep the server's start short. */
export const listDriverGoodsRoute = readRoute('list_driver_goods', async ({ tx, actor, query }) => {
  const { listDriverGoods } = await import('./list-driver-goods.ts');
  return listDriverGoods(tx, { shop_id: actor.shop_id, driver_id: query.driver_id });
});
