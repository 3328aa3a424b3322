import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { NextOrder } from '../../../contract/schemas/orders.ts';
import { ProblemError } from '../../api/errors.ts';
import { nextOrderFailed } from '../../api/problem-words.ts';
import { keepAnswer, useEndpoint } from '../../api/use-endpoint.ts';
import { deviceDrafts } from '../../offline/device-drafts.ts';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { whileHere } from '../../world/waiting.ts';

const REFRESH_MS = 60_000;

export type NextOrderRead = ReturnType<typeof useNextOrder>;

/**
 * The order to deliver next: the drafted one while it is deliverable, else the oldest. The newest answer stays while another order
 * is asked for. Without a driver record there is nothing to show and nothing to try again.
 */
export function useNextOrder(user_id: string) {
  /** The drafted order that was asked for; undefined until the device has said which. */
  const [pinned_id, pin] = useState<string | null | undefined>(undefined);
  const [last, setLast] = useState<NextOrder | undefined>(undefined);

  useEffect(() => {
    // Without a readable store there is no draft to stay on.
    return whileHere(deviceDrafts.draftedOrderId(user_id), pin, () => pin(null));
  }, [user_id]);

  const read = useEndpoint('read_next_order', pinned_id ? { order_id: pinned_id } : {}, {
    enabled: pinned_id !== undefined,
    refetchInterval: REFRESH_MS,
  });
  useFailureToast(read, nextOrderFailed);
  useEffect(() => {
    if (read.data) setLast(read.data);
  }, [read.data]);

  // Staying on the order that is shown already needs no answer of its own: there may be no network to get one.
  const client = useQueryClient();
  const { data, as_of } = read;
  /** Stays on this order while it can be delivered (ruling F6); null: on the oldest. */
  const stayOn = useCallback(
    (order_id: string | null) => {
      pin(order_id);
      if (order_id === null || order_id === pinned_id || data?.order?.id !== order_id || !as_of) return;
      void keepAnswer(client, 'read_next_order', { order_id }, { answer: data, as_of });
    },
    [client, data, as_of, pinned_id],
  );

  const no_driver = read.error instanceof ProblemError && read.error.problem.code === 'driver_not_found';
  const pinned = { data: data ?? last, pinned_id: pinned_id ?? null, pin: stayOn };
  if (!no_driver) return { ...read, ...pinned };
  const nothing = { order: null, draft_gone: pinned.data?.draft_gone ?? null };
  return { ...read, ...pinned, data: nothing, from_device: false, error: null };
}
