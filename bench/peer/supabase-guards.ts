import type { SupabaseClient } from '@supabase/supabase-js';
import { bytesOf } from './side.ts';

type Guarded = {
  /** A driver, and an order and a user that are somebody else's. */
  app: SupabaseClient;
  foreign_order_id: string;
  foreign_user_id: string;
  shop_id: number;
};

/** Throws where the peer lets a driver do what is not his: work without its checks would be compared with ours that has them. */
export async function assertGuards({
  app,
  foreign_order_id,
  foreign_user_id,
  shop_id,
}: Guarded): Promise<void> {
  const changed = await app
    .from('orders')
    .update({ status: 'completed' })
    .eq('id', foreign_order_id)
    .select('id');
  if (changed.error || changed.data.length > 0) throw new Error('a driver changes another driver’s order');
  const path = `${shop_id + 1}/1/2026-01/N1/delivery-image.jpg`;
  const put = await app.storage.from('order-deliveries').upload(path, bytesOf('signature'), { upsert: true });
  if (!put.error) throw new Error('a driver puts a file into another shop’s folder');
  const moved = await app.rpc('update_cash_on_hand', {
    p_user_id: foreign_user_id,
    p_shop_id: shop_id,
    p_amount: 1,
  });
  if (moved.error || moved.data.success !== false) throw new Error('a driver moves another user’s cash');
}
