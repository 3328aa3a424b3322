import { t } from '@lingui/core/macro';
import { useEffect, useMemo, useRef, useState } from 'react';
import { plainFailure } from '../../api/problem-messages.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useCommandChanges } from '../../commands/use-entries.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { pause } from '../../environment/timing.ts';
import { showToast } from '../../ui/toast.ts';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { holdersOf } from './holders.ts';

const REFRESH_MS = 60_000;
/** The minimum time for which a refresh is shown as running, so that the user notices it. */
const SHOWN_MS = 500;

const ABOUT = 'list_outstanding_cash';
const failed = () => plainFailure(t`Failed to fetch cash tracking data`);

export type OutstandingRead = ReturnType<typeof useOutstandingCash>;

/** Reads the cash of each user; reloads it on focus, after each command and on request. */
export function useOutstandingCash(own_id: string) {
  const read = useEndpoint('list_outstanding_cash', undefined, { refetchInterval: REFRESH_MS });
  const { data, refetch, error } = read;
  /** True while the button's own refresh is running. */
  const [refreshing, setRefreshing] = useState(false);
  useFailureToast(ABOUT, read, failed);
  const holders = useMemo(() => (data ? holdersOf(data, own_id) : []), [data, own_id]);

  useCommandChanges('collect_cash', refetch);

  const failing = useRef(false);
  const failedBefore = error !== null;
  useEffect(() => {
    failing.current = failedBefore;
  }, [failedBefore]);

  async function refresh(): Promise<void> {
    const already_failing = failing.current;
    setRefreshing(true);
    await Promise.all([refetch(), pause(thisTab.timer, SHOWN_MS)]);
    setRefreshing(false);
    // A background failure shows its toast once, a refresh by the button each time.
    if (already_failing && failing.current) showToast({ ...failed(), about: ABOUT });
  }

  return { ...read, holders, refreshing, refresh };
}
