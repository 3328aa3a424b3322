import { t } from '@lingui/core/macro';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useLocation, useRoute, useSearch } from 'wouter';
import { Loading } from '../../ui/Skeleton.tsx';
import type { Details } from '../beside/BesideList.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { DESK_PATH } from '../shell/desk-places.ts';

const HOLDINGS_PATH = `${DESK_PATH}/cash`;

const OrderDetails = opened(async () => (await import('./order-details/OrderDetails.tsx')).OrderDetails);
const HoldingsDetails = opened(async () => (await import('./holdings/HoldingsDetails.tsx')).HoldingsDetails);

function opened<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }));
}

export type Beside = {
  details: Details | null;
  /** The order that is open. */
  order_id: string | null;
  openOrder: (order_id: string) => void;
  /** Opens who holds what, or closes it. */
  turnHoldings: () => void;
};

/** What is open beside the list of orders, as the address says; the list keeps its part of the address. */
export function useBeside(): Beside {
  const [, navigate] = useLocation();
  const search = useSearch();
  const [is_order, order] = useRoute(`${DESK_PATH}/orders/:order_id`);
  const [is_holdings] = useRoute(HOLDINGS_PATH);
  const go = (path: string) => navigate(search ? `${path}?${search}` : path);
  const onClose = () => go(DESK_PATH);
  const order_id = is_order ? order.order_id : null;
  // The same read as that of the details, for their title.
  const read = useDeskRead('read_desk_order', { order_id: order_id ?? '' }, { enabled: order_id !== null });
  const number = read.data?.order.order_number;
  return {
    details: order_id
      ? {
          id: order_id,
          title: number === undefined ? t`Order` : t`Order #${number}`,
          onClose,
          content: loading(<OrderDetails order_id={order_id} />),
        }
      : is_holdings
        ? { id: HOLDINGS_PATH, title: t`Who holds what`, onClose, content: loading(<HoldingsDetails />) }
        : null,
    order_id,
    openOrder: (id) => go(`${DESK_PATH}/orders/${id}`),
    turnHoldings: () => go(is_holdings ? DESK_PATH : HOLDINGS_PATH),
  };
}

function loading(content: ReactNode) {
  return <Suspense fallback={<Loading text={t`Loading...`} shapes={['h-24', 'h-40']} />}>{content}</Suspense>;
}
