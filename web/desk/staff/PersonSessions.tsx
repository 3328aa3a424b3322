import { t } from '@lingui/core/macro';
import { useId } from 'react';
import type { StaffRow } from '../../../contract/operations/desk/staff/list-staff.schema.ts';
import type { StaffSession } from '../../../contract/operations/desk/staff/list-staff-sessions.schema.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { ReadFrame } from '../../components/ReadFrame.tsx';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';

type Props = { person: StaffRow; may_end: boolean };

/** The devices on which a person is signed in; an Admin can end each session. */
export function PersonSessions({ person: { user_id }, may_end }: Props) {
  const read = useDeskRead('list_staff_sessions', { staff_id: user_id });
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1">
      <h4 id={id} className="font-semibold">{t`Signed-in devices`}</h4>
      <ReadFrame
        read={read}
        failed={t`The devices could not be loaded`}
        loading={<Loading text={t`Loading devices...`} shapes={['h-12']} />}
      >
        {({ sessions }) =>
          sessions.length === 0 ? (
            <p className="text-muted">{t`Not signed in on any device`}</p>
          ) : (
            <ul className="divide-y divide-line">
              {sessions.map((session) => (
                <Session key={session.id} session={session} staff_id={user_id} may_end={may_end} />
              ))}
            </ul>
          )
        }
      </ReadFrame>
    </section>
  );
}

type SessionProps = { session: StaffSession; staff_id: string; may_end: boolean };

function Session({ session: { id, device, last_used_at }, staff_id, may_end }: SessionProps) {
  const time_zone = useTimeZone();
  const device_id = useId();
  const { busy, unknown, send } = useMemoryCommand('end_staff_session', { failed: t`Not signed out` });
  const name = device ?? t`Unknown device`;
  const end = () =>
    send({ staff_id, session_id: id }, { kind: 'success', title: t`Signed out there`, description: name });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="wrap-anywhere" id={device_id}>
          {name}
        </p>
        <p className="text-muted text-sm">{t`Last used ${formatDateTime(last_used_at, time_zone)}`}</p>
      </div>
      {may_end && (
        <Button variant="secondary" busy={busy} aria-describedby={device_id} onClick={() => void end()}>
          {unknown ? t`Send again` : t`Sign out there`}
        </Button>
      )}
    </li>
  );
}
