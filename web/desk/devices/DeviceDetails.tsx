import { t } from '@lingui/core/macro';
import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { PhoneTold } from '../../components/devices/PhoneTold.tsx';
import { isMissing, numbersOf } from '../../components/devices/phones.ts';
import { unsentWords } from '../../components/devices/unsent-words.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { shortTime } from '../../components/short-time.ts';
import { ExplainDialog } from '../../screens/cash-handovers/ExplainDialog.tsx';
import { useProfile } from '../../session/use-session.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { type DeskAction, useDeskActions } from '../actions/desk-actions.ts';
import type { Phone } from './phones-in-order.ts';

type Props = { phone: Phone; onExplained: () => Promise<void> };

/** One phone: what it has told, who used it, and for a manager who never did a way to explain what is missing. */
export function DeviceDetails({ phone, onExplained }: Props) {
  const time_zone = useTimeZone();
  const { name, last_seen_at, unsent, users, not_arrived, quiet } = phone;
  return (
    <div className="flex flex-col gap-6">
      {isMissing(phone) && <Explain phone={phone} onExplained={onExplained} />}
      {quiet && (
        <p className="text-warn">{t`Nothing was heard of this phone for an hour, and its driver has orders to deliver.`}</p>
      )}
      <PhoneTold device={phone} quiet={quiet} />
      <Facts className="sm:grid-cols-2">
        <Fact name={t`Not arrived`}>{not_arrived.length === 0 ? '—' : numbersOf(phone)}</Fact>
        <Fact name={t`To be sent`}>{unsent.count === 0 ? '—' : unsentWords(unsent)}</Fact>
        <Fact name={t`Last heard of`}>{shortTime(last_seen_at, time_zone)}</Fact>
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
  // As it was when the dialog opened: what went missing since is not explained unseen.
  const [explaining, setExplaining] = useState<Phone | null>(null);
  const { role } = useProfile();
  const not_for_admins =
    role === 'Admin' && t`A manager who has not used this phone explains what is missing.`;
  const used =
    !phone.may_explain && t`You have used this phone: a manager who has not can explain what is missing.`;
  const explain: DeskAction = {
    id: 'explain_phone',
    title: t`Explain`,
    key: 'e',
    unavailable: not_for_admins || used || undefined,
    run: () => setExplaining(phone),
  };
  useDeskActions(t`Phones`, [explain]);
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

/** The button may have gone by the time the dialog closes. */
function detailsHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('aside[aria-labelledby]>header>h3');
}
