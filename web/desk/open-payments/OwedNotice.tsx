import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { NewestOwed } from '../../../contract/operations/desk/payments/read-newest-owed.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { showToast } from '../../ui/toast.ts';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { openListPath } from './open-list-address.ts';

/** Shows a toast at once when a delivery leaves something owed, in every place of the desk. */
export function OwedNotice() {
  const { data } = useDeskRead('read_newest_owed');
  const [, navigate] = useLocation();
  /** The time of the newest amount owed that this page has seen; undefined before the first response. */
  const seen = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (!data) return;
    const since_ms = data.newest ? Date.parse(data.newest.since) : 0;
    const is_new = seen.current !== undefined && since_ms > seen.current;
    seen.current = Math.max(seen.current ?? 0, since_ms);
    if (is_new && data.newest) notify(data.newest, navigate);
  }, [data, navigate]);
  return null;
}

function notify(
  { order_id, order_number, driver_name, owed_fils }: NonNullable<NewestOwed['newest']>,
  navigate: (path: string) => void,
): void {
  const amount = formatMoney(owed_fils);
  showToast({
    kind: 'warning',
    title: t`A delivery was not paid in full`,
    names: `#${order_number}`,
    description: t`${amount} is owed. Delivered by ${driver_name}.`,
    about: `owed-${order_id}`,
    action: { label: t`Show`, onPress: () => navigate(openListPath('owed', order_id)) },
  });
}
