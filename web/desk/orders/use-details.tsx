import { t } from '@lingui/core/macro';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useLocation, useRoute, useSearch } from 'wouter';
import { Loading } from '../../ui/Skeleton.tsx';
import type { Details } from '../list-with-details/ListWithDetails.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { DESK_PATH } from '../shell/desk-places.ts';

const HOLDINGS_PATH = `${DESK_PATH}/cash`;

const OrderDetails = opened(async () => (await import('./order-details/OrderDetails.tsx')).OrderDetails);
const HoldingsDetails = opened(async () => (await import('./holdings/HoldingsDetails.tsx')).HoldingsDetails);

function opened<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }));
}

export type OpenDetails = {
  details: Details | null;
  /** The open order. */
  order_id: string | null;
  openOrder: (order_id: string) => void;
  /** Opens or closes the cash holdings. */
  toggleHoldings: () => void;
};

/**
 * The details open alongside the list of orders, from the address. The query string stays that of the list.
 */
export function useDetails(): OpenDetails {
  const [, navigate] = useLocation();
  const search = useSearch();
  const [is_order, order] = useRoute(`${DESK_PATH}/orders/:order_id`);
  const [is_holdings] = useRoute(HOLDINGS_PATH);
  const go = (path: string) => navigate(search ? `${path}?${search}` : path);
  const onClose = () => go(DESK_PATH);
  const order_id = is_order ? order.order_id : null;
  // Shares the request of the details; only the title is needed here.
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
        ? { id: HOLDINGS_PATH, title: t`Cash holdings`, onClose, content: loading(<HoldingsDetails />) }
        : null,
    order_id,
    openOrder: (id) => go(`${DESK_PATH}/orders/${id}`),
    toggleHoldings: () => go(is_holdings ? DESK_PATH : HOLDINGS_PATH),
  };
}

function loading(content: ReactNode) {
  return <Suspense fallback={<Loading text={t`Loading...`} shapes={['h-24', 'h-40']} />}>{content}</Suspense>;
}
