import { t } from '@lingui/core/macro';
import { CalendarX, CircleAlert, Printer } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useRoute, useSearch } from 'wouter';
import { readDriverDay } from '../../../contract/operations/screens/read-driver-day.ts';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import { UUID } from '../../../contract/rules/ids.ts';
import { isCalendarDay } from '../../../contract/rules/reports/report-period.ts';
import { registerEndpoints } from '../../api/client.ts';
import { ProblemError } from '../../api/errors.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { thisTab } from '../../environment/this-tab.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { type DeskAction, useDeskActions } from '../actions/desk-actions.ts';
import { formatDay } from '../figures/format-day.ts';
import { showHint } from '../line/desk-line.ts';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { InlineDate } from '../reports/Inline.tsx';
import { DRIVER_DAY_PATH, driverDayPath } from '../shell/desk-places.ts';
import { ListFrame } from '../table/ListFrame.tsx';
import { DaySheet } from './DaySheet.tsx';

registerEndpoints({ read_driver_day: readDriverDay });

/** The statement of one driver's cash and deliveries of one day, on one printed page for both to sign. */
export function DriverDayPlace() {
  const [, named] = useRoute<{ user_id: string }>(DRIVER_DAY_PATH);
  const time_zone = useTimeZone();
  const requested = new URLSearchParams(useSearch()).get('day');
  const user_id = named?.user_id ?? '';
  const day = requested ?? dayOf(new Date(thisTab.now()), time_zone);
  if (!UUID.test(user_id)) return <NoSuchDriver />;
  return <Statement key={user_id} user_id={user_id} day={day} />;
}

function Statement({ user_id, day }: { user_id: string; day: string }) {
  const [, navigate] = useLocation();
  const is_day = isCalendarDay(day);
  // The incomplete date that the user is typing.
  const [draft, setDraft] = useState<{ of: string; typed: string } | null>(null);
  const read = useDeskRead('read_driver_day', { user_id, day }, { enabled: is_day });
  const { data, error } = read;
  const print: DeskAction = {
    id: 'print',
    title: t`Print`,
    key: 'mod+p',
    run: () => (is_day && data ? window.print() : showHint(t`There is nothing to print.`)),
  };
  useDeskActions(t`Day's statement`, [print]);
  if (!data && error instanceof ProblemError && error.problem.code === 'not_found') return <NoSuchDriver />;
  return (
    <div className="flex max-w-5xl flex-col gap-4">
      <PageHeading
        {...(is_day && { subtitle: formatDay(day) })}
        action={
          <span className="flex flex-wrap items-center gap-2 print:hidden">
            <InlineDate
              label={t`Day`}
              value={draft?.of === day ? draft.typed : is_day ? day : ''}
              onChange={({ target: { value } }) => {
                setDraft(isCalendarDay(value) ? null : { of: day, typed: value });
                if (isCalendarDay(value)) navigate(driverDayPath(user_id, value), { replace: true });
              }}
            />
            <ActionButton action={print} icon={Printer} variant="secondary" />
          </span>
        }
      />
      {is_day ? (
        <ListFrame read={read} failed={t`The statement could not be loaded`}>
          {(found) => <DaySheet of={found} />}
        </ListFrame>
      ) : (
        <EmptyState
          icon={CalendarX}
          title={t`There is no such day`}
          description={t`Choose a date that exists.`}
        />
      )}
    </div>
  );
}

function NoSuchDriver() {
  return (
    <>
      <PageHeading />
      <EmptyState
        icon={CircleAlert}
        title={t`There is no such driver`}
        description={t`It may belong to another shop, or the address is incomplete.`}
      />
    </>
  );
}
