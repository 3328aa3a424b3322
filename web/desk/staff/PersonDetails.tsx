import { plural, t } from '@lingui/core/macro';
import { KeyRound, Moon, Pencil, Sunrise, UserCheck, UserX } from 'lucide-react';
import { useState } from 'react';
import type { StaffRow } from '../../../contract/operations/desk/staff/list-staff.schema.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { UnsentLine } from '../../components/devices/UnsentCash.tsx';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { RoleBadge } from '../../components/RoleBadge.tsx';
import { shortTime } from '../../components/short-time.ts';
import { useProfile } from '../../session/use-session.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { type DeskAction, useDeskActions } from '../actions/desk-actions.ts';
import { AuditLink } from '../audit/AuditLink.tsx';
import { DisableDialog } from './DisableDialog.tsx';
import { EditPersonDialog } from './EditPersonDialog.tsx';
import { EnableDialog } from './EnableDialog.tsx';
import { PersonSessions } from './PersonSessions.tsx';
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx';
import { driverStatusText, roleLockText } from './staff-messages.ts';
import { type RoleLock, roleLockOf } from './staff-status.ts';

type Props = { person: StaffRow; staff: readonly StaffRow[] };

/** One person: role, what they hold, their sessions; and for an Admin the actions. */
export function PersonDetails({ person, staff }: Props) {
  const { id: own_id, role } = useProfile();
  const stays = roleLockOf(person, staff, own_id);
  return (
    <div className="flex flex-col gap-6">
      {role === 'Admin' && <PersonActions person={person} stays={stays} />}
      <PersonFacts person={person} />
      <PersonSessions person={person} may_end={role === 'Admin'} />
      <div className="flex flex-wrap gap-x-6">
        <AuditLink to={{ by: person.user_id }}>{t`All changes by this person`}</AuditLink>
        <AuditLink to={{ about: person.user_id }}>{t`All changes to this person`}</AuditLink>
      </div>
    </div>
  );
}

type Doing = 'edit' | 'reset' | 'disable' | 'enable';

function PersonActions({ person, stays }: { person: StaffRow; stays: RoleLock }) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const start = (what: Doing) => () => setDoing(what);
  const edit: DeskAction = { id: 'edit_person', title: t`Change`, key: 'e', run: start('edit') };
  const reset: DeskAction = {
    id: 'reset_password',
    title: t`Reset password`,
    key: 'p',
    unavailable: stays === 'own' ? t`Change your own password on your profile.` : undefined,
    run: start('reset'),
  };
  const disable: DeskAction = person.disabled
    ? { id: 'enable_person', title: t`Enable`, key: 'b', run: start('enable') }
    : {
        id: 'disable_person',
        title: t`Disable`,
        key: 'b',
        unavailable: stays ? roleLockText(stays) : undefined,
        run: start('disable'),
      };
  const at_work = useAtWork(person);
  useDeskActions(person.full_name, [edit, reset, disable, ...(at_work ? [at_work.action] : [])]);
  const close = () => setDoing(null);
  return (
    <div className="-mx-2 flex flex-wrap gap-1">
      <ActionButton action={edit} icon={Pencil} />
      <ActionButton action={reset} icon={KeyRound} />
      <ActionButton action={disable} icon={person.disabled ? UserCheck : UserX} />
      {at_work && <ActionButton action={at_work.action} icon={at_work.icon} busy={at_work.busy} />}
      {doing === 'edit' && <EditPersonDialog person={person} stays={stays} onClose={close} />}
      {doing === 'reset' && <ResetPasswordDialog person={person} onClose={close} />}
      {doing === 'disable' && <DisableDialog person={person} onClose={close} />}
      {doing === 'enable' && <EnableDialog person={person} onClose={close} />}
    </div>
  );
}

/** The action that sets a driver off duty or available again; null for a person who does not deliver. */
function useAtWork({ user_id, full_name, driver }: StaffRow) {
  const { busy, unknown, send } = useMemoryCommand('set_driver_status', { failed: t`Not changed` });
  if (!driver) return null;
  const is_off = driver.status === 'off_duty';
  const status = is_off ? 'available' : 'off_duty';
  const title = is_off ? t`Back at work` : t`Off duty`;
  const run = () =>
    void send({ staff_id: user_id, status }, { kind: 'success', title, description: full_name });
  const action = { id: 'at_work', title: unknown ? t`Send again` : title, key: 'o', run };
  return { action, busy, icon: is_off ? Sunrise : Moon };
}

function PersonFacts({ person }: { person: StaffRow }) {
  const time_zone = useTimeZone();
  const { email, role, disabled, must_change_password, cash, open_orders, card_machines, unsent } = person;
  const delivers = driverStatusText(person);
  return (
    <Facts className="sm:grid-cols-2">
      <Fact name={t`Role`}>
        <span className="flex flex-wrap items-center gap-2">
          <RoleBadge staff_role={role} />
          {disabled && <Badge tone="danger">{t`Disabled`}</Badge>}
        </span>
        {delivers && <span className="mt-1 block">{delivers}</span>}
      </Fact>
      <Fact name={t`E-mail`}>
        <span dir="ltr">{email}</span>
        {must_change_password && (
          <span className="block text-muted text-sm">{t`Has not chosen a password yet`}</span>
        )}
      </Fact>
      <Fact name={t`Cash on hand`}>
        <Money amount_fils={cash.cash_on_hand_fils} />
        {cash.waiting_fils !== 0 && (
          <span className="block text-sm text-warn">
            <Money amount_fils={cash.waiting_fils} /> {t`waiting to be posted`}
          </span>
        )}
      </Fact>
      <Fact name={t`Open orders`}>
        {open_orders === 0 ? '—' : t`${plural(open_orders, { one: '# order', other: '# orders' })}`}
      </Fact>
      <Fact name={t`Card machine`}>
        <bdi>{card_machines.join(', ') || '—'}</bdi>
      </Fact>
      <Fact name={t`Unsent on a device`}>{unsent ? <UnsentLine unsent={unsent} /> : '—'}</Fact>
      <Fact name={t`Last seen`}>
        {person.last_seen_at ? shortTime(person.last_seen_at, time_zone) : t`never`}
      </Fact>
    </Facts>
  );
}
