import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportRetryResponse } from '../../../contract/operations/desk/import-problems/retry-not-taken.schema.ts';
import type { ImportProblem } from '../../../contract/schemas/import-problems.ts';
import { ProblemError } from '../../api/errors.ts';
import { failure, messageOf, type ToastText } from '../../api/problem-messages.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { showToast } from '../../ui/toast.ts';
import { faultsText, type RetryOutcome, retryOutcomeText } from './import-problem-messages.ts';

/** The result of a retry, kept while the page is open. */
export type RetryResult = {
  order: ImportProblem;
  outcome: RetryOutcome;
} & Omit<ImportRetryResponse, 'outcome' | 'order_number'>;

/** The order that is being retried, its position, and the number of orders. */
export type Trying = { what: string; at: number; of: number };

/** The timeout of one retry, in ms: the store may respond slowly. */
const RESPONSE_TIMEOUT_MS = 60_000;

/** Retries orders one after another and keeps the results. A retry is idempotent. */
export function useRetries() {
  const client = useQueryClient();
  const [tried, setTried] = useState<ReadonlyMap<string, RetryResult>>(new Map());
  const [trying, setTrying] = useState<Trying | null>(null);
  const stopped = useRef(false);
  const running = useRef(false);
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  async function tryEach(orders: readonly ImportProblem[]): Promise<RetryResult[]> {
    const done: RetryResult[] = [];
    for (const [index, order] of orders.entries()) {
      if (stopped.current) break;
      setTrying({ what: order.what, at: index + 1, of: orders.length });
      const one = await tryOne(order);
      done.push(one);
      setTried((before) => new Map(before).set(order.what, one));
    }
    return done;
  }

  async function run(orders: readonly ImportProblem[]): Promise<void> {
    if (running.current || orders.length === 0) return;
    running.current = true;
    stopped.current = false;
    try {
      const done = await tryEach(orders);
      const [only] = done;
      if (only) showToast(done.length === 1 ? toastOf(only) : toastOfAll(done));
    } catch (error) {
      showToast(failure(t`Not tried again`, messageOf(error)));
    } finally {
      running.current = false;
      setTrying(null);
      void client.invalidateQueries({ queryKey: ['read'] }, { cancelRefetch: false }).catch(() => {});
    }
  }

  return {
    tried,
    trying,
    run,
    /** Stops after the order that is being retried. */
    stop: () => {
      stopped.current = true;
    },
  };
}

export type Retries = ReturnType<typeof useRetries>;

async function tryOne(order: ImportProblem): Promise<RetryResult> {
  try {
    const body = { what: order.what };
    const { order_number: _, ...response } = await callEndpoint('retry_not_taken', {
      body,
      timeout_ms: RESPONSE_TIMEOUT_MS,
    });
    return { order, ...response };
  } catch (error) {
    const is_gone = error instanceof ProblemError && error.problem.code === 'not_found';
    if (!is_gone) throw error;
    const { order_id } = order;
    return { order, outcome: 'gone', listed: null, reason: null, order_id, store_problem: null };
  }
}

function toastOf(one: RetryResult): ToastText {
  const { outcome, order, listed, store_problem } = one;
  const reason = listed ? faultsText(listed) : one.reason;
  const is_left = outcome === 'not_taken' || outcome === 'waiting';
  const name = order.order_number === null ? t`Message ${order.what}` : t`Order #${order.order_number}`;
  const asked = store_problem && t`The store could not be queried: ${store_problem}`;
  const description = [name, reason, asked].filter(Boolean).join(' · ');
  return { kind: is_left ? 'warning' : 'success', title: retryOutcomeText(outcome), description };
}

function toastOfAll(done: readonly RetryResult[]): ToastText {
  const left = done.filter(({ outcome }) => outcome === 'not_taken' || outcome === 'waiting').length;
  const seen_to = done.length - left;
  const description =
    left > 0
      ? t`${plural(left, { one: '# is left: its row shows why', other: '# are left: each row shows why' })}`
      : t`Nothing is left to do.`;
  return {
    kind: left > 0 ? 'warning' : 'success',
    title: t`${seen_to} of ${done.length} resolved`,
    description,
  };
}
