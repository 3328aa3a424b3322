import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { NextOrder } from '../../../contract/operations/dashboard/deliveries/read-next-order.schema.ts';
import { nextOrderFailed } from '../../api/read-failures.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { isToBeDelivered, type Stop } from '../../commands/delivery/stops.ts';
import { useStops } from '../../commands/delivery/use-stops.ts';
import { useDeliveries } from '../../commands/use-entries.ts';
import { ORDER_PARAM } from '../../components/dashboard-paths.ts';
import { untilUnmounted } from '../../environment/timing.ts';
import { deviceDrafts } from '../../offline/drafts/device-drafts.ts';

export type NextOrderRead = ReturnType<typeof useNextOrder>;

/**
 * Returns the stop to deliver next: the opened one, else the one drafted last, if it can still be
 * delivered; else the first (ruling F6). Works offline.
 */
export function useNextOrder(user_id: string) {
  const { drafted_ids, enter, forget } = useDrafted(user_id);
  const [opened_id, open] = useOpened();
  const read = useStops(nextOrderFailed);
  const { data: stops, next } = read;
  const toDeliver = (id: string) => stops?.find((stop) => stop.order.id === id && isToBeDelivered(stop));
  const wanted = [...(opened_id === null ? [] : [opened_id]), ...(drafted_ids ?? [])];
  const shown = wanted.map(toDeliver).find((stop) => stop !== undefined) ?? next;
  useClosedOnceLeft(stops, opened_id, open);
  return {
    ...read,
    // Until the drafts are read from the device, the first stop may be the wrong one.
    data: drafted_ids && stops && { order: shown?.order ?? null },
    stops,
    gone: useDraftProblem(drafted_ids ?? [], read),
    /** Opens this order regardless of drafts. */
    open: useWhileMounted(open),
    mayOpen: (order_id: string) => toDeliver(order_id) !== undefined,
    /** Notes that something was entered for this order, which then stays selected. */
    enter,
    /** Notes that the order's draft was deleted. */
    forget,
  };
}

/** Returns the drafted orders, the last one first; undefined until they are read from the device. */
function useDrafted(user_id: string) {
  const [drafted_ids, setDrafted] = useState<readonly string[] | undefined>(undefined);
  useEffect(() => {
    const found = (ids: readonly string[]) =>
      setDrafted((entered = []) => [...new Set([...entered, ...ids])]);
    // Without a readable store there are no drafts.
    return untilUnmounted(deviceDrafts.draftedOrderIds(user_id), found, () => found([]));
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

/** Returns the order in the page's address, which takes precedence over drafts. */
function useOpened(): [opened_id: string | null, open: (order_id: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const open = useCallback(
    (order_id: string | null) =>
      setParams(order_id === null ? {} : { [ORDER_PARAM]: order_id }, {
        replace: true,
        // Keeps the mark of a dialog that is being closed, so that its history entry is removed.
        ...(order_id === null && { state: history.state }),
      }),
    [setParams],
  );
  return [params.get(ORDER_PARAM), open];
}

/** Returns a function that does nothing once the screen was left, while a toast may still be shown. */
function useWhileMounted(open: (order_id: string) => void): (order_id: string) => void {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return (order_id) => {
    if (mounted.current) open(order_id);
  };
}

/** Closes the opened order once it is confirmed or could not be delivered, in any tab. */
function useClosedOnceLeft(
  stops: readonly Stop[] | undefined,
  opened_id: string | null,
  open: (order_id: null) => void,
): void {
  const opened = stops?.find(({ order }) => order.id === opened_id);
  const left = opened !== undefined && (opened.confirmed || Boolean(opened.order.attempt));
  useEffect(() => {
    if (left) open(null);
  }, [left, open]);
}

type Gone = { order_id: string; reason: NonNullable<NextOrder['draft_gone']> };

/**
 * Returns the last drafted order that can no longer be delivered and was not delivered on this device, and
 * the reason. Only the server knows the reason; offline the result is null.
 */
function useDraftProblem(
  drafted_ids: readonly string[],
  { data: stops, isSuccess }: Pick<ReturnType<typeof useStops>, 'data' | 'isSuccess'>,
): Gone | null {
  const deliveries = useDeliveries();
  const known = new Set(deliveries.flatMap(({ state, subject }) => (state === 'refused' ? [] : [subject])));
  // The draft of an order with an open attempt is kept: the customer may still come.
  for (const stop of stops ?? []) if (isToBeDelivered(stop) || stop.order.attempt) known.add(stop.order.id);
  const order_id = isSuccess && stops ? drafted_ids.find((id) => !known.has(id)) : undefined;
  const response = useEndpoint('read_next_order', order_id === undefined ? {} : { order_id }, {
    enabled: order_id !== undefined,
  });
  const reason = response.isSuccess ? response.data?.draft_gone : null;
  return order_id !== undefined && reason ? { order_id, reason } : null;
}
