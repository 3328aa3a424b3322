import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { NextOrder } from '../../../contract/operations/dashboard/deliveries/read-next-order.schema.ts';
import { nextOrderFailed } from '../../api/read-failures.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { isToBeDelivered, type Stop } from '../../commands/delivery/stops.ts';
import { useStops } from '../../commands/delivery/use-stops.ts';
import { useCommandEntries } from '../../commands/use-entries.ts';
import { ORDER_PARAM } from '../../components/dashboard-paths.ts';
import { deviceDrafts } from '../../offline/drafts/device-drafts.ts';
import { whileHere } from '../../world/waiting.ts';

export type NextOrderRead = ReturnType<typeof useNextOrder>;

/**
 * The stop to deliver next: the one that was opened, or else the one that was drafted last, while it is to be delivered; else the first (ruling F6).
 * It needs nothing but what is on the device.
 */
export function useNextOrder(user_id: string) {
  const { drafted_ids, enter, forget } = useDrafted(user_id);
  const [opened_id, open] = useOpened();
  const read = useStops(nextOrderFailed);
  const { data: stops, next } = read;
  const toDeliver = (id: string) => stops?.find((stop) => stop.order.id === id && isToBeDelivered(stop));
  const wanted = [...(opened_id === null ? [] : [opened_id]), ...(drafted_ids ?? [])];
  const shown = wanted.map(toDeliver).find((stop) => stop !== undefined) ?? next;
  useClosedOnceConfirmed(stops, opened_id, open);
  return {
    ...read,
    // Before the device has said what was drafted, the first stop may be the wrong one.
    data: drafted_ids && stops && { order: shown?.order ?? null },
    stops,
    gone: useDraftGone(drafted_ids ?? [], read),
    /** Goes over to this order, whatever was drafted; null: to no particular one. */
    open,
    mayOpen: (order_id: string) => toDeliver(order_id) !== undefined,
    /** Something was entered for this order: it stays. */
    enter,
    /** Its draft is no more. */
    forget,
  };
}

/** The orders that something was entered for, the last one first; undefined until the device has said which. */
function useDrafted(user_id: string) {
  const [drafted_ids, setDrafted] = useState<readonly string[] | undefined>(undefined);
  useEffect(() => {
    const found = (ids: readonly string[]) =>
      setDrafted((entered = []) => [...new Set([...entered, ...ids])]);
    // Without a readable store there is no draft to stay on.
    return whileHere(deviceDrafts.draftedOrderIds(user_id), found, () => found([]));
  }, [user_id]);
  const enter = useCallback(
    (order_id: string) =>
      setDrafted((ids = []) =>
        ids[0] === order_id ? ids : [order_id, ...ids.filter((id) => id !== order_id)],
      ),
    [],
  );
  const forget = useCallback(
    (order_id: string) => setDrafted((ids = []) => ids.filter((id) => id !== order_id)),
    [],
  );
  return { drafted_ids, enter, forget };
}

/** The order that the address names: whoever opened it wants to deliver it now. */
function useOpened(): [opened_id: string | null, open: (order_id: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const open = useCallback(
    (order_id: string | null) =>
      setParams(order_id === null ? {} : { [ORDER_PARAM]: order_id }, { replace: true }),
    [setParams],
  );
  return [params.get(ORDER_PARAM), open];
}

/** An order that was opened and is confirmed, in whichever tab, is open no more. */
function useClosedOnceConfirmed(
  stops: readonly Stop[] | undefined,
  opened_id: string | null,
  open: (order_id: null) => void,
): void {
  const confirmed = stops?.some((stop) => stop.order.id === opened_id && stop.confirmed) === true;
  useEffect(() => {
    if (confirmed) open(null);
  }, [confirmed, open]);
}

type Gone = { order_id: string; reason: NonNullable<NextOrder['draft_gone']> };

/**
 * The last drafted order that is none of the stops to deliver any more and was not delivered here, and why: only the server can say. Without a network
 * nothing is said of it.
 */
function useDraftGone(
  drafted_ids: readonly string[],
  { data: stops, isSuccess }: Pick<ReturnType<typeof useStops>, 'data' | 'isSuccess'>,
): Gone | null {
  const deliveries = useCommandEntries('confirm_delivery');
  const known = new Set(deliveries.flatMap(({ state, subject }) => (state === 'refused' ? [] : [subject])));
  for (const stop of stops ?? []) if (isToBeDelivered(stop)) known.add(stop.order.id);
  const order_id = isSuccess && stops ? drafted_ids.find((id) => !known.has(id)) : undefined;
  const asked = useEndpoint('read_next_order', order_id === undefined ? {} : { order_id }, {
    enabled: order_id !== undefined,
  });
  const reason = asked.isSuccess ? asked.data?.draft_gone : null;
  return order_id !== undefined && reason ? { order_id, reason } : null;
}
