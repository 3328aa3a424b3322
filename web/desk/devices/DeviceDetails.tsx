import { t } from '@lingui/core/macro';
import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { DeviceProblems } from '../../components/devices/DeviceProblems.tsx';
import { isMissing, numbersOf } from '../../components/devices/missing-numbers.ts';
import { unsentCommandsText } from '../../components/devices/unsent-messages.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { shortTime } from '../../components/short-time.ts';
import { ExplainDialog } from '../../screens/cash-handovers/ExplainDialog.tsx';
import { useProfile } from '../../session/use-session.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { type DeskAction, useDeskActions } from '../actions/desk-actions.ts';
import type { ListedDevice } from './sort-devices.ts';

type Props = { phone: ListedDevice; onExplained: () => Promise<void> };

/**
 * One device: its reports, its users, and for a manager who never used it a way to explain what is missing.
 */
export function DeviceDetails({ phone, onExplained }: Props) {
  const time_zone = useTimeZone();
  const { name, last_seen_at, unsent, users, not_arrived, quiet } = phone;
  return (
    <div className="flex flex-col gap-6">
      {isMissing(phone) && <Explain phone={phone} onExplained={onExplained} />}
      {quiet && (
        <p className="text-warn">{t`This device was not seen for an hour, and its driver has orders to deliver.`}</p>
      )}
      <DeviceProblems device={phone} quiet={quiet} />
      <Facts className="sm:grid-cols-2">
        <Fact name={t`Not arrived`}>{not_arrived.length === 0 ? '—' : numbersOf(phone)}</Fact>
        <Fact name={t`Unsent`}>{unsent.count === 0 ? '—' : unsentCommandsText(unsent)}</Fact>
        <Fact name={t`Last seen`}>{shortTime(last_seen_at, time_zone)}</Fact>
        <Fact name={t`Device`}>
          <bdi>{name ?? t`Unknown device`}</bdi>
        </Fact>
        <Fact name={t`Used by`} className="sm:col-span-2">
          <ul>
            {users.map(({ user_id, full_name }) => (
              <li key={user_id} dir="auto">
                {full_name}
              </li>
            ))}
          </ul>
        </Fact>
      </Facts>
    </div>
  );
}

function Explain({ phone, onExplained }: Props) {
  // Captured when the dialog opens, so that numbers missing since then are not explained unseen.
  const [explaining, setExplaining] = useState<ListedDevice | null>(null);
  const { role } = useProfile();
  const for_managers_only =
    role === 'Admin' && t`Only a manager who has not used this device can explain its gaps.`;
  const used = !phone.may_explain && t`You cannot explain gaps on a device you used. Ask another manager.`;
  const explain: DeskAction = {
    id: 'explain_phone',
    title: t`Explain`,
    key: 'e',
    unavailable: for_managers_only || used || undefined,
    run: () => setExplaining(phone),
  };
  useDeskActions(t`Devices`, [explain]);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ActionButton action={explain} icon={MessageSquareText} variant="secondary" />
      {explain.unavailable && <p className="text-muted text-sm">{explain.unavailable}</p>}
      {explaining && (
        <ExplainDialog
          device={explaining}
          onExplained={onExplained}
          onClose={() => setExplaining(null)}
          focusAfter={detailsHeading}
        />
      )}
    </div>
  );
}

/** The button may be gone when the dialog closes. */
function detailsHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('aside[aria-labelledby]>header>h3');
}
