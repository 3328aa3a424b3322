import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { AuditRow } from '../../../contract/schemas/audit.ts';
import { shortTime } from '../../components/short-time.ts';
import type { DeskPath } from '../shell/desk-places.ts';
import type { Column } from '../table/columns.ts';
import { Truncated } from '../table/Truncated.tsx';
import { aboutPath } from './audit-links.ts';
import { actionText, authorText, originText, subjectText } from './audit-messages.ts';

type ColumnContext = {
  time_zone: string;
  /** Returns the path that opens an event alongside the list. */
  pathOf: (event_id: string) => DeskPath;
};

export function auditColumns({ time_zone, pathOf }: ColumnContext): readonly Column<AuditRow>[] {
  return [
    {
      id: 'when',
      title: t`When`,
      // Wide enough for the timestamp of another day.
      width: '10rem',
      cell: ({ recorded_at }) => <span className="amount">{shortTime(recorded_at, time_zone)}</span>,
    },
    {
      id: 'who',
      title: t`Who`,
      width: 'minmax(7rem,1fr)',
      cell: ({ by }) => <Truncated text={authorText(by)} />,
    },
    {
      id: 'what',
      title: t`What`,
      width: 'minmax(10rem,1.6fr)',
      cell: (event) => <WhatLink event={event} path={pathOf(event.id)} />,
    },
    {
      id: 'about',
      title: t`Subject`,
      width: 'minmax(8rem,1.4fr)',
      needs_px: 570,
      cell: (event) => <About event={event} />,
    },
    {
      id: 'from',
      title: t`Origin`,
      width: 'minmax(9rem,1.2fr)',
      needs_px: 820,
      cell: (event) => <Truncated text={originText(event)} />,
    },
  ];
}

function WhatLink({ event: { what }, path }: { event: AuditRow; path: DeskPath }) {
  return (
    <Link to={path} title={actionText(what)} className="block truncate font-medium hover:underline">
      {actionText(what)}
    </Link>
  );
}

/** Shows the subject of an event, as a link if it has a page. */
export function About({ event: { about } }: { event: Pick<AuditRow, 'about'> }) {
  if (!about) return <span className="text-muted">—</span>;
  const [words, path] = [subjectText(about), aboutPath(about)];
  if (path === null) return <Truncated text={words} />;
  return (
    <Link to={path} title={words} className="flex text-accent hover:underline">
      <bdi className="min-w-0 truncate">{words}</bdi>
    </Link>
  );
}

/** An event's row in the list on a narrow screen. */
export function NarrowEvent({
  event,
  time_zone,
  path,
}: {
  event: AuditRow;
  time_zone: string;
  path: DeskPath;
}) {
  return (
    <div className="flex min-w-0 flex-col">
      <span className="flex min-w-0 items-center justify-between gap-2">
        <span className="min-w-0">
          <WhatLink event={event} path={path} />
        </span>
        <span className="amount shrink-0 text-muted text-sm">{shortTime(event.recorded_at, time_zone)}</span>
      </span>
      <span className="truncate text-muted text-sm">
        <bdi>{authorText(event.by)}</bdi>
        {event.about && (
          <>
            {' · '}
            <bdi>{subjectText(event.about)}</bdi>
          </>
        )}
      </span>
    </div>
  );
}
