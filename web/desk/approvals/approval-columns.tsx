import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { Approval } from '../../../contract/schemas/approvals.ts';
import { clockOffsetMs } from '../../api/this-page.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { shortTime } from '../../components/short-time.ts';
import { useNow } from '../../ui/use-now.ts';
import { approvalPath } from '../shell/desk-places.ts';
import type { Column } from '../table/columns.ts';
import { Truncated } from '../table/Truncated.tsx';
import { ChangesLine } from './AccountChanges.tsx';
import { approvalKindText, expiresText, outcomeText } from './approval-messages.ts';

const KIND: Column<Approval> = {
  id: 'kind',
  title: '',
  width: '9.5rem',
  cell: (approval) => <RequestLink approval={approval} />,
};
const CHANGE: Column<Approval> = {
  id: 'change',
  title: '',
  width: 'minmax(19rem,3fr)',
  cell: (approval) => <ChangesLine approval={approval} />,
};

export function pendingColumns(time_zone: string): readonly Column<Approval>[] {
  return [
    { ...KIND, title: t`Request` },
    { ...CHANGE, title: t`Change` },
    {
      id: 'by',
      title: t`Requested by`,
      width: 'minmax(8rem,1fr)',
      needs_px: 720,
      cell: ({ requested_by }) => <Truncated text={requested_by.full_name} />,
    },
    {
      id: 'at',
      title: t`Requested`,
      width: '9.5rem',
      needs_px: 920,
      cell: ({ requested_at }) => shortTime(requested_at, time_zone),
    },
    {
      id: 'expires',
      title: t`Expires`,
      width: '6.5rem',
      cell: ({ expires_at }) => <Expires at={expires_at} />,
    },
  ];
}

export function decidedColumns(time_zone: string): readonly Column<Approval>[] {
  return [
    { ...KIND, title: t`Request` },
    { ...CHANGE, title: t`Change` },
    {
      id: 'by',
      title: t`Decided by`,
      width: 'minmax(8rem,1fr)',
      needs_px: 720,
      cell: ({ decision }) => (decision?.by ? <Truncated text={decision.by.full_name} /> : '—'),
    },
    {
      id: 'at',
      title: t`Decided`,
      width: '9.5rem',
      needs_px: 920,
      cell: ({ decision }) => (decision ? shortTime(decision.decided_at, time_zone) : '—'),
    },
    {
      id: 'outcome',
      title: t`Decision`,
      width: '6.5rem',
      cell: ({ decision }) => (decision ? outcomeText(decision.outcome) : '—'),
    },
  ];
}

function RequestLink({ approval }: { approval: Approval }) {
  const title = approvalKindText(approval);
  return (
    <Link to={approvalPath(approval.id)} title={title} dir="auto" className="font-medium hover:underline">
      {title}
    </Link>
  );
}

/** The time that is left until a request expires, by the server's clock. */
export function Expires({ at }: { at: string }) {
  const now_ms = useNow(30_000) + clockOffsetMs();
  return expiresText(at, now_ms);
}

/** A row of a narrow list. */
export function NarrowApproval({ approval }: { approval: Approval }) {
  const time_zone = useTimeZone();
  const { decision, expires_at } = approval;
  return (
    <div className="flex min-w-0 flex-col">
      <span className="flex min-w-0 items-center justify-between gap-2">
        <span className="truncate">
          <RequestLink approval={approval} />
        </span>
        <span className="shrink-0 text-muted text-sm">
          {decision ? (
            `${outcomeText(decision.outcome)} · ${shortTime(decision.decided_at, time_zone)}`
          ) : (
            <>
              {t`Expires`} <Expires at={expires_at} />
            </>
          )}
        </span>
      </span>
      <span className="truncate text-sm">
        <ChangesLine approval={approval} />
      </span>
    </div>
  );
}
