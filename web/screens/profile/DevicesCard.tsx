import { t } from '@lingui/core/macro';
import { MonitorSmartphone } from 'lucide-react';
import { useId, useState } from 'react';
import type { OwnSession } from '../../../contract/operations/dashboard/profile/list-sessions.schema.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { messageOf, plainFailure } from '../../api/problem-messages.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { ReadFrame } from '../../components/ReadFrame.tsx';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toast.ts';

/** The user's sessions on all devices, for every role, each with a button that ends it. */
export function DevicesCard() {
  const { read, ending, signOutThere } = useOwnSessions();
  return (
    <TitledCard
      icon={MonitorSmartphone}
      title={t`Signed-in Devices`}
      className="flex flex-col gap-2 md:last:odd:col-span-2"
    >
      <ReadFrame
        read={read}
        quiet
        failed={t`Your devices could not be loaded`}
        loading={<Loading text={t`Loading devices...`} shapes={['h-16']} />}
      >
        {({ sessions }) => (
          <ul className="divide-y divide-line">
            {sessions.map((session) => (
              <DeviceRow
                key={session.id}
                session={session}
                busy={ending === session.id}
                onSignOut={() => void signOutThere(session)}
              />
            ))}
          </ul>
        )}
      </ReadFrame>
    </TitledCard>
  );
}

/**
 * Reads the user's sessions and signs one out. A retry after a missing response is harmless: it is
 * idempotent.
 */
function useOwnSessions() {
  const read = useEndpoint('list_sessions');
  const [ending, setEnding] = useState<string | null>(null);

  async function signOutThere({ id, device }: OwnSession): Promise<void> {
    if (ending !== null) return;
    setEnding(id);
    try {
      await callEndpoint('end_session', { params: { session_id: id } });
      showToast({ kind: 'success', title: t`Signed out there`, description: device ?? t`Unknown device` });
      await read.refetch();
    } catch (error) {
      showToast(plainFailure(t`The device could not be signed out: ${messageOf(error)}`));
    } finally {
      setEnding(null);
    }
  }
  return { read, ending, signOutThere };
}

type RowProps = { session: OwnSession; busy: boolean; onSignOut: () => void };

function DeviceRow({ session, busy, onSignOut }: RowProps) {
  const time_zone = useTimeZone();
  const { device, current, last_used_at } = session;
  const device_id = useId();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere" id={device_id}>
          <span className="font-medium">{device ?? t`Unknown device`}</span>
          {current && <span className="text-muted"> · {t`This device`}</span>}
        </p>
        <p className="text-muted text-sm">{t`Last used ${formatDateTime(last_used_at, time_zone)}`}</p>
      </div>
      {!current && (
        <Button variant="secondary" busy={busy} onClick={onSignOut} aria-describedby={device_id}>
          {t`Sign out there`}
        </Button>
      )}
    </li>
  );
}
