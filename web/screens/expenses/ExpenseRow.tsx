import { t } from '@lingui/core/macro';
import { Image } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OwnExpense } from '../../../contract/operations/screens/list-own-expenses.schema.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { expenseText } from '../../commands/expenses/expense.ts';
import { CommandNotice } from '../../commands/notices/CommandNotice.tsx';
import type { Standing } from '../../commands/notices/standing.ts';
import { useEntryFiles, useStanding } from '../../commands/use-entries.ts';
import { Money } from '../../components/Money.tsx';
import { openFile } from '../../components/open-file.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { useObjectUrl } from '../../components/photo/use-object-url.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';

type Entry = OutboxEntry<'request_expense'>;

/**
 * An expense that only this device has, or that the server has refused: its content, and what happens next.
 */
export function StoredExpense({ entry }: { entry: Entry }) {
  const time_zone = useTimeZone();
  const standing = useStanding(entry);
  const slip = useObjectUrl(
    [...useEntryFiles(standing === 'refused' ? entry : undefined).values()][0] ?? null,
  );
  const { input, about_order, clock_offset_ms } = entry;
  const spent_at = new Date(Date.parse(input.occurred_at) + clock_offset_ms);
  return (
    <li className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4">
      <Content
        kind={expenseText(input.kind, about_order?.order_number)}
        amount_fils={input.amount_fils}
        note={input.note}
        at={formatDateTime(spent_at, time_zone)}
        badge={<StandingBadge standing={standing} />}
      />
      <CommandNotice
        entry={entry}
        standing={standing}
        carries={
          slip && <img src={slip} alt={t`The slip`} className="mt-2 max-h-40 rounded-card object-contain" />
        }
      />
    </li>
  );
}

function StandingBadge({ standing }: { standing: Standing }) {
  if (standing === 'refused') return <Badge tone="danger">{t`Not recorded`}</Badge>;
  if (standing === 'done') return <Badge tone={TONES.pending}>{stateText('pending')}</Badge>;
  return <Badge tone="neutral">{t`Waiting to be sent`}</Badge>;
}

/** An expense that the server has, with its decision. */
export function ExpenseRow({ expense }: { expense: OwnExpense }) {
  const time_zone = useTimeZone();
  const { kind, amount_fils, note, order, occurred_at, state, reason, slip, reference } = expense;
  return (
    <li className="flex flex-col gap-1 py-3">
      <Content
        kind={expenseText(kind, order?.order_number)}
        amount_fils={amount_fils}
        note={note}
        at={formatDateTime(occurred_at, time_zone)}
        badge={<Badge tone={TONES[state]}>{stateText(state)}</Badge>}
      />
      {reason !== null && (
        <p className="wrap-anywhere text-sm">
          <span className="text-muted">{t`Reason:`}</span> <bdi>{reason}</bdi>
        </p>
      )}
      <Button
        variant="quiet"
        className="min-h-11 self-start"
        aria-label={t`Open slip ${reference}`}
        onClick={() => void openFile(slip)}
      >
        <Image size={18} />
        {t`Open slip`}
      </Button>
    </li>
  );
}

type ContentProps = {
  kind: string;
  amount_fils: number;
  note: string | null;
  at: string;
  badge: ReactNode;
};

function Content({ kind, amount_fils, note, at, badge }: ContentProps) {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="wrap-anywhere min-w-0 flex-[1_1_9rem] font-medium">
          <bdi>{kind}</bdi>
        </p>
        <Money amount_fils={amount_fils} className="text-section" />
      </div>
      {note !== null && (
        <p className="wrap-anywhere">
          <bdi>{note}</bdi>
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="text-muted text-sm">{at}</span>
        {badge}
      </div>
    </>
  );
}

const TONES: Record<OwnExpense['state'], BadgeTone> = {
  pending: 'warn',
  approved: 'done',
  refused: 'danger',
  withdrawn: 'neutral',
  expired: 'neutral',
};

function stateText(state: OwnExpense['state']): string {
  return {
    pending: t`Waiting for approval`,
    approved: t`Approved`,
    refused: t`Refused`,
    withdrawn: t`Withdrawn`,
    expired: t`Expired`,
  }[state];
}
