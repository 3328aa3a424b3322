import { t } from '@lingui/core/macro';
import { CalendarX, FileDown, ScrollText, SearchX } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useLocation, useRoute, useSearch } from 'wouter';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import type { AuditRow } from '../../../contract/schemas/audit.ts';
import { messageOf } from '../../api/problem-messages.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { thisTab } from '../../environment/this-tab.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useExport } from '../export/use-export.tsx';
import { ListWithDetails, useListCovered } from '../list-with-details/ListWithDetails.tsx';
import { useRowNavigation } from '../list-with-details/use-row-navigation.ts';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { useKeptScroll } from '../reports/use-kept-scroll.ts';
import { DeskTable } from '../table/DeskTable.tsx';
import { ListFrame } from '../table/ListFrame.tsx';
import { NextPageFailure } from '../table/NextPageFailure.tsx';
import { useChangedRows } from '../table/use-changed-rows.ts';
import { useSteadyRows } from '../table/use-steady-rows.ts';
import { AuditDetails } from './AuditDetails.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { type AuditAddress, auditPath, NO_FILTERS, readAuditAddress } from './audit-address.ts';
import { auditColumns, NarrowEvent } from './audit-columns.tsx';
import { actionText, subjectText } from './audit-messages.ts';
import { type AuditList, type OpenAudit, useAudit } from './use-audit.ts';

/** Lists every change, proof view and export of the shop, each with its author, time, origin and subject. */
export function Audit() {
  const search = useSearch();
  const address = useMemo(() => readAuditAddress(search), [search]);
  const audit = useAudit(address);
  const [, params] = useRoute('/desk/audit/:event_id');
  const [, navigate] = useLocation();
  const time_zone = useTimeZone();
  const open_id = params?.event_id ?? null;
  const { data } = audit.read;
  const people = useKnownPeople(data?.people ?? null);
  // The same read as in AuditDetails; here it gives the title.
  const open = useDeskRead(
    'read_audit_event',
    { event_id: open_id ?? '' },
    { enabled: open_id !== null },
  ).data;
  const details =
    open_id === null
      ? null
      : {
          id: open_id,
          title: open ? actionText(open.what) : t`Event`,
          onClose: () => navigate(auditPath(address)),
          content: <AuditDetails event_id={open_id} />,
        };
  const covered = useListCovered(details);
  const whole = audit.query && { view: { audit: audit.query }, title: t`Audit`, rows: null };
  const exporting = useExport(t`Audit`, data?.events.length ? whole : null);
  return (
    <ListWithDetails details={details}>
      <div className="flex min-h-0 flex-1 flex-col gap-2">
        <PageHeading
          subtitle={t`Changes, proof views and exports, newest first.`}
          action={<ActionButton action={exporting.action} icon={FileDown} variant="secondary" />}
        />
        <AuditFilters
          address={address}
          people={people}
          today={dayOf(new Date(thisTab.now()), time_zone)}
          covered={covered}
          onChange={(change, again = false) =>
            navigate(auditPath({ ...address, ...change }, open_id), { replace: again })
          }
        />
        {data?.found && <Found found={data.found} />}
        <Listed address={address} audit={audit} open_id={open_id} />
      </div>
      {exporting.dialog}
    </ListWithDetails>
  );
}

/** Keeps the known people while another list is loading. */
function useKnownPeople(newest: AuditList['people']): AuditList['people'] {
  const [known, setKnown] = useState(newest);
  if (newest && newest !== known) setKnown(newest);
  return known;
}

/** Shows the subjects that the subject search found. */
function Found({ found }: { found: NonNullable<AuditList['found']> }) {
  const words = found.map(subjectText).join(', ');
  return (
    <p role="status" className="text-muted text-sm">
      {found.length === 0 ? t`Nothing in this shop has that name.` : <bdi>{t`Subject: ${words}`}</bdi>}
    </p>
  );
}

type ListedProps = { address: AuditAddress; audit: OpenAudit; open_id: string | null };

function Listed({ address, audit, open_id }: ListedProps) {
  const { read, scope, is_no_period } = audit;
  if (is_no_period) {
    return (
      <EmptyState
        icon={CalendarX}
        title={t`Invalid dates`}
        description={t`Correct the dates to see events.`}
      />
    );
  }
  const is_narrowed = auditPath(address) !== auditPath(NO_FILTERS);
  const nothing = is_narrowed
    ? { icon: SearchX, title: t`Nothing found`, description: t`Choose other days or remove filters.` }
    : {
        icon: ScrollText,
        title: t`No events yet`,
        description: t`Changes appear here automatically.`,
      };
  return (
    <ListFrame
      read={read}
      failed={t`The audit could not be loaded`}
      isEmpty={({ events }) => events.length === 0}
      empty={nothing}
    >
      {(data) => (
        <>
          <Rows address={address} scope={scope} data={data} open_id={open_id} />
          {data.failed && (
            <NextPageFailure
              words={t`More events could not be loaded: ${messageOf(data.failed.error)}`}
              failed={data.failed}
            />
          )}
          {data.more && !data.showMore && !data.failed && !read.isFetching && (
            <p className="text-muted text-sm">{t`There are older events. Choose days or add filters to see them.`}</p>
          )}
        </>
      )}
    </ListFrame>
  );
}

const keyOf = ({ id }: AuditRow) => id;

type RowsProps = { address: AuditAddress; scope: string; data: AuditList; open_id: string | null };

function Rows({ address, scope, data, open_id }: RowsProps) {
  const time_zone = useTimeZone();
  const [, navigate] = useLocation();
  const pathOf = useCallback((event_id: string) => auditPath(address, event_id), [address]);
  const columns = useMemo(() => auditColumns({ time_zone, pathOf }), [time_zone, pathOf]);
  const rows = useSteadyRows(data.events, { columns, sort: null, keyOf, scope });
  const changed = useChangedRows(rows, { keyOf, versionOf: keyOf, scope });
  const narrow = useCallback(
    (event: AuditRow) => <NarrowEvent event={event} time_zone={time_zone} path={pathOf(event.id)} />,
    [time_zone, pathOf],
  );
  const box = useKeptScroll(scope, rows.length);
  useRowNavigation({
    title: t`Audit`,
    keys: rows.map(keyOf),
    open_key: open_id,
    onOpen: (id) => navigate(pathOf(id)),
  });
  return (
    <DeskTable
      fill
      label={t`Audit`}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      open_key={open_id}
      onOpen={({ id }) => navigate(pathOf(id))}
      changed={changed}
      narrow={narrow}
      box={box}
      {...(data.showMore && { onEnd: data.showMore })}
    />
  );
}
