import { plural, t } from '@lingui/core/macro';
import { ChevronRight, CloudUpload } from 'lucide-react';
import { Link } from 'wouter';
import { formatMoney } from '../../contract/rules/money.ts';
import { WAITING_PATH } from '../components/dashboard-paths.ts';
import { isUnsent, isWork, type OutboxEntry } from '../offline/outbox-entry.ts';
import { unsentCash } from './unsent-cash.ts';
import { useOwnEntries } from './use-entries.ts';

/** What the user's commands on this device are still waiting for, with the way to them; nothing when all are recorded. */
export function WaitingLine() {
  const words = waitingWords(useOwnEntries().filter(isWork));
  if (words === null) return null;
  return (
    <Link
      to={WAITING_PATH}
      className="flex min-h-12 items-center gap-2 rounded-card border border-warn bg-warn-soft px-4 py-2 font-medium text-warn"
    >
      <CloudUpload size={18} className="shrink-0" />
      <span className="min-w-0 flex-1">{words}</span>
      <ChevronRight size={18} className="shrink-0 rtl:-scale-x-100" />
    </Link>
  );
}

/** The cash that waits where there is any, else how many; what was refused only when nothing waits, since it is said where it was made. */
export function waitingWords(
  entries: readonly Pick<OutboxEntry, 'endpoint' | 'state' | 'input' | 'about_order'>[],
): string | null {
  const unsent = entries.filter(isUnsent);
  const cash_fils = unsentCash(unsent);
  if (cash_fils > 0) return t`${formatMoney(cash_fils)} waiting to be sent`;
  if (unsent.length > 0)
    return t`${plural(unsent.length, { one: '1 record', other: '# records' })} waiting to be sent`;
  const refused = entries.filter(({ state }) => state === 'refused').length;
  if (refused === 0) return null;
  return plural(refused, { one: '1 record was not recorded', other: '# records were not recorded' });
}
