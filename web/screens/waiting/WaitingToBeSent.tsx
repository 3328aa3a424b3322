import { t } from '@lingui/core/macro';
import { CircleCheck } from 'lucide-react';
import { Suspense } from 'react';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { unsentCash } from '../../commands/cash/unsent-cash.ts';
import { StorageLine } from '../../commands/notices/StorageLine.tsx';
import { useOwnEntries } from '../../commands/use-entries.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { isUnsent, isWork, type OutboxEntry } from '../../offline/outbox-entry.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { isSendable, SendNowButton, useSendNow } from './SendNow.tsx';
import { WaitingEntry } from './WaitingEntry.tsx';

const TICK_MS = 15_000;

/** The user's commands on this device that are not recorded yet, read from the device only. */
export function WaitingToBeSent() {
  const entries = useOwnEntries().filter(isWork);
  const unsent = entries.filter(isUnsent);
  const refused = entries.filter(({ state }) => state === 'refused');
  return (
    <>
      <PageHeading {...headingOf(unsent)} subtitle={t`Work on this device that is not recorded yet`} />
      {unsent.length === 0 && refused.length === 0 && (
        <EmptyState
          icon={CircleCheck}
          title={t`Everything is sent`}
          description={t`Work that you confirm appears here until it is recorded.`}
        />
      )}
      {refused.length > 0 && <Entries title={t`Not recorded`} entries={refused} />}
      {unsent.length > 0 && (
        <>
          <SendAll sendable={unsent.filter(isSendable)} />
          <Entries title={t`Waiting`} entries={unsent} />
        </>
      )}
      <StorageLine />
    </>
  );
}

/** Returns a title with the number of unsent entries and their cash, if any; empty if nothing is unsent. */
function headingOf(unsent: readonly OutboxEntry[]): { title?: string } {
  if (unsent.length === 0) return {};
  const cash_fils = unsentCash(unsent);
  if (cash_fils === 0) return { title: t`Waiting to be sent: ${unsent.length}` };
  // A no-break space: a line must not break between the currency and the amount.
  const cash = formatMoney(cash_fils).replace(' ', '\u00a0');
  return { title: t`Waiting to be sent: ${unsent.length}, ${cash}` };
}

/** The text common to all entries, and a button that sends all if there are several. */
function SendAll({ sendable }: { sendable: readonly OutboxEntry[] }) {
  const sending = useSendNow(sendable);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-[1_1_16rem] text-muted">{t`Saved on this device and sent in this order.`}</p>
      {sendable.length > 1 && <SendNowButton sending={sending} />}
      <p role="status" className="basis-full font-medium text-sm text-warn empty:hidden">
        {sending.words}
      </p>
    </div>
  );
}

/** Shown while the texts of a command that this role does not send are loaded. */
function Loading() {
  return (
    <li>
      <Skeleton className="h-40" />
    </li>
  );
}

function Entries({ title, entries }: { title: string; entries: readonly OutboxEntry[] }) {
  const now = useNow(TICK_MS);
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-semibold text-section">{title}</h3>
      <ul className="flex flex-col gap-3">
        {entries.map((entry) => (
          <Suspense key={entry.command_id} fallback={<Loading />}>
            <WaitingEntry entry={entry} now={now} />
          </Suspense>
        ))}
      </ul>
    </section>
  );
}
