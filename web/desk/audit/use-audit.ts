import { useMemo } from 'react';
import type { AuditEvents } from '../../../contract/operations/desk/audit/list-audit-events.schema.ts';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import type { AuditQuery, AuditRow } from '../../../contract/schemas/audit.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { useNow } from '../../ui/use-now.ts';
import { type DeskPages, type PagesResult, useDeskPages } from '../reads/use-desk-pages.ts';
import { type AuditAddress, daysOf } from './audit-address.ts';

/** The number of pages after which the list stops loading and asks for filters. */
const PAGES_MAX = 20;
const MINUTE_MS = 60_000;

export type AuditList = Omit<DeskPages<AuditEvents>, 'pages'> &
  Pick<AuditEvents, 'people' | 'found'> & {
    events: readonly AuditRow[];
  };

export type OpenAudit = {
  /** The query; null if the dates are not a valid period. */
  query: AuditQuery | null;
  /** Identifies the list by its days and filters. */
  scope: string;
  /** True if the dates of the address are not a valid period; nothing is queried then. */
  is_no_period: boolean;
  read: PagesResult<'list_audit_events', AuditList>;
};

/** Reads the events that the address selects, page by page as the user scrolls. */
export function useAudit(address: AuditAddress): OpenAudit {
  const time_zone = useTimeZone();
  const today = dayOf(new Date(useNow(MINUTE_MS)), time_zone);
  const days = daysOf(address, today);
  const { by, kind, about } = address;
  const query: AuditQuery = {
    ...(days !== null && days !== 'any' && days),
    ...(by !== null && { by }),
    ...(kind !== null && { kind }),
    ...(about !== '' && { about }),
  };
  const read = useDeskPages('list_audit_events', query, { enabled: days !== null, pages_max: PAGES_MAX });
  const pages = read.data?.pages;
  const events = useMemo(() => pages?.flatMap((page) => page.events) ?? [], [pages]);
  const first = pages?.[0];
  return {
    query: days === null ? null : query,
    scope: JSON.stringify(query),
    is_no_period: days === null,
    read: {
      ...read,
      data: read.data && {
        more: read.data.more,
        showMore: read.data.showMore,
        failed: read.data.failed,
        people: first?.people ?? null,
        found: first?.found ?? null,
        events,
      },
    },
  };
}
