import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { plainFailure } from '../../api/problem-messages.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useCommandChanges } from '../../commands/use-entries.ts';
import { useBusy } from '../../ui/Button.tsx';
import { showToast, withdrawToasts } from '../../ui/toast.ts';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { type Pages, withNewest, withOlder } from './deposit-pages.ts';

const REFRESH_MS = 60_000;
const NEWEST = {};
const ABOUT = 'list_deposits';
const failed = () => plainFailure(t`Failed to fetch bank deposits`);

export type DepositsRead = ReturnType<typeof useDeposits>;

/**
 * Reads the shop's deposits page by page, newest first. Reloads the newest page on focus and after each
 * command.
 */
export function useDeposits(user_id: string) {
  const read = useEndpoint('list_deposits', NEWEST, { refetchInterval: REFRESH_MS });
  const { data, refetch } = read;
  /** The pages at the time an older one was loaded; null before that. */
  const [loaded, setLoaded] = useState<Pages | null>(null);
  const [loading_older, run] = useBusy();
  useFailureToast(ABOUT, read, failed);

  useCommandChanges('record_deposit', refetch);

  const pages = data && { ...data, ...withNewest(data, loaded) };

  async function loadOlder(): Promise<void> {
    if (!pages?.next_before) return;
    const before = pages.next_before;
    try {
      const page = await callEndpoint('list_deposits', { query: { before }, as_user: user_id });
      setLoaded(withOlder(pages, page));
      withdrawToasts(ABOUT);
    } catch {
      showToast({ ...failed(), about: ABOUT });
    }
  }

  return { ...read, data: pages, loading_older, loadOlder: () => run(loadOlder) };
}
