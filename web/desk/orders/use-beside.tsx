import { t } from '@lingui/core/macro';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useLocation, useRoute, useSearch } from 'wouter';
import { Loading } from '../../ui/Skeleton.tsx';
import type { Details } from '../beside/BesideList.tsx';
import { DESK_PATH } from '../desk-places.ts';

const HOLDINGS_PATH = `${DESK_PATH}/cash`;

const HoldingsDetails = opened(async () => (await import('./holdings/HoldingsDetails.tsx')).HoldingsDetails);

function opened<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }));
}

export type Beside = {
  details: Details | null;
  /** Opens who holds what, or closes it. */
  turnHoldings: () => void;
};

/** What is open beside the list of orders, as the address says; the list keeps its part of the address. */
export function useBeside(): Beside {
  const [, navigate] = useLocation();
  const search = useSearch();
  const [is_holdings] = useRoute(HOLDINGS_PATH);
  const go = (path: string) => navigate(search ? `${path}?${search}` : path);
  const onClose = () => go(DESK_PATH);
  return {
    details: is_holdings
      ? { id: HOLDINGS_PATH, title: t`Who holds what`, onClose, content: loading(<HoldingsDetails />) }
      : null,
    turnHoldings: () => go(is_holdings ? DESK_PATH : HOLDINGS_PATH),
  };
}

function loading(content: ReactNode) {
  return <Suspense fallback={<Loading text={t`Loading...`} shapes={['h-24', 'h-40']} />}>{content}</Suspense>;
}
