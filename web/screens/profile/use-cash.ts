import { useEffect, useRef, useState } from 'react';
import type { Profile, Statistics } from '../../../contract/schemas/profile.ts';
import { callEndpoint } from '../../api/client.ts';
import { statisticsFailed } from '../../api/problem-words.ts';
import { type EndpointResult, useEndpoint } from '../../api/use-endpoint.ts';
import { useFailureToast } from '../../ui/use-failure-toast.ts';

const REFRESH_MS = 30_000;

export type Cash = {
  /** Posted and not yet posted together; null while unreadable. */
  total_fils: number | null;
  waiting_fils: number;
};

/** What the person holds: what is recorded but waits to be posted already counts (ruling A4). */
export function cashOf(statistics: Statistics, initialised_fils: number | null): Cash {
  const posted_fils = statistics.cash_on_hand_fils ?? initialised_fils;
  const { waiting_fils } = statistics;
  return { total_fils: posted_fils === null ? null : posted_fils + waiting_fils, waiting_fils };
}

export type StatisticsRead = EndpointResult<'read_statistics'>;

/** The profile's figures, every 30 s. */
export function useStatistics(): StatisticsRead {
  const read = useEndpoint('read_statistics', undefined, { refetchInterval: REFRESH_MS });
  useFailureToast(read, statisticsFailed);
  return read;
}

/**
 * A driver's balance that cannot be read is initialised, once a visit; answers the real total, or null when that did
 * not work either (ruling A5).
 */
export function useInitialisedCash(profile: Profile, statistics: Statistics | undefined): number | null {
  const [total_fils, setTotal] = useState<number | null>(null);
  const asked = useRef(false);
  const unreadable = statistics?.cash_on_hand_fils === null;
  const mayInitialise = profile.role === 'Driver' && profile.driver !== null;
  useEffect(() => {
    if (!unreadable || !mayInitialise || asked.current) return;
    asked.current = true;
    callEndpoint('initialise_cash').then(
      (answer) => setTotal(answer.success ? answer.new_total_fils : null),
      // The dash already says that the balance is unknown; the next visit asks again.
      () => setTotal(null),
    );
  }, [unreadable, mayInitialise]);
  return total_fils;
}
