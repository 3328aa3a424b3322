import { useEffect, useState } from 'react';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { Statistics } from '../../../contract/operations/dashboard/profile/read-statistics.schema.ts';
import { statisticsFailed } from '../../api/read-failures.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { type EndpointResult, useEndpoint } from '../../api/use-endpoint.ts';
import { untilUnmounted } from '../../environment/timing.ts';
import { useFailureToast } from '../../ui/use-failure-toast.ts';

const REFRESH_MS = 30_000;

export type Cash = {
  /** The posted and the pending amount together; null if unreadable. */
  total_fils: number | null;
  waiting_fils: number;
};

/** Returns the user's cash: a recorded amount counts before it is posted (ruling A4). */
export function cashOf(statistics: Statistics, initialised_fils: number | null): Cash {
  const posted_fils = statistics.cash_on_hand_fils ?? initialised_fils;
  const { waiting_fils } = statistics;
  return { total_fils: posted_fils === null ? null : posted_fils + waiting_fils, waiting_fils };
}

/** Reads the profile's figures every 30 s. */
export function useStatistics() {
  const read = useEndpoint('read_statistics', undefined, { refetchInterval: REFRESH_MS });
  useFailureToast('read_statistics', read, statisticsFailed);
  return read;
}

/**
 * Initialises a driver's balance after every response in which the server could not read it. Returns the
 * real total in fils, or null if there is none or the last attempt failed (ruling A5).
 */
export function useInitialisedCash(profile: Profile, read: EndpointResult<'read_statistics'>): number | null {
  const [total_fils, setTotal] = useState<number | null>(null);
  const unreadable = read.data?.cash_on_hand_fils === null && !read.from_device;
  const unreadable_at = unreadable ? read.as_of?.getTime() : undefined;
  // Logged for every role, after every such response (specification section 8).
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification requires it to be logged
    if (unreadable_at !== undefined) console.error('The cash balance could not be read');
  }, [unreadable_at]);
  const mayInitialise = profile.role === 'Driver' && profile.driver !== null;
  const answered_at = mayInitialise ? unreadable_at : undefined;
  useEffect(() => {
    if (answered_at === undefined) return;
    return untilUnmounted(
      callEndpoint('initialise_cash'),
      (result) => setTotal(result.success ? result.new_total_fils : null),
      // The screen already shows the balance as unknown; the next response triggers another attempt.
      () => setTotal(null),
    );
  }, [answered_at]);
  return total_fils;
}
