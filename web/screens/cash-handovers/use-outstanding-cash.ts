import { t } from '@lingui/core/macro';
import { useEffect, useMemo, useRef, useState } from 'react';
import { plainFailure } from '../../api/problem-words.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useCommandChanges } from '../../commands/use-entries.ts';
import { showToast } from '../../ui/toast.ts';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { thisTab } from '../../world/this-tab.ts';
import { pause } from '../../world/waiting.ts';
import { holdersOf } from './holders.ts';

const REFRESH_MS = 60_000;
/** So that whoever pressed sees that something was done. */
const SHOWN_MS = 500;

const ABOUT = 'list_outstanding_cash';
const failed = () => plainFailure(t`Failed to fetch cash tracking data`);

export type OutstandingRead = ReturnType<typeof useOutstandingCash>;

/** Who holds how much: read again on focus, after each command and when asked to. */
export function useOutstandingCash(own_id: string) {
  const read = useEndpoint('list_outstanding_cash', undefined, { refetchInterval: REFRESH_MS });
  const { data, refetch, error } = read;
  /** The button's own refresh is under way. */
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
    const said = failing.current;
    setRefreshing(true);
    await Promise.all([refetch(), pause(thisTab.timer, SHOWN_MS)]);
    setRefreshing(false);
    // A background failure is said once; whoever presses is answered each time.
    if (said && failing.current) showToast({ ...failed(), about: ABOUT });
  }

  return { ...read, holders, refreshing, refresh };
}
