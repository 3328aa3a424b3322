import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { StaffRow } from '../../../contract/operations/desk/staff/list-staff.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { unsentCommandsText } from '../../components/devices/unsent-messages.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { shortTime } from '../../components/short-time.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { staffProblemText } from './staff-messages.ts';
import { heldFils, holdsAnything } from './staff-status.ts';

type Props = { person: StaffRow; onClose: () => void };

/** Shows what a person holds and what is unsent on their device before they are disabled. */
export function DisableDialog({ person, onClose }: Props) {
  const command = useMemoryCommand('disable_staff', { failed: t`Not disabled`, refused: staffProblemText });
  const { user_id, full_name } = person;
  async function disable(): Promise<void> {
    const done = { kind: 'success', title: t`Disabled`, description: full_name } as const;
    if (await command.send({ staff_id: user_id }, done)) onClose();
  }
  return (
    <ConfirmDialog
      title={
        <Trans>
          Disable <bdi>{full_name}</bdi>?
        </Trans>
      }
      confirm={t`Disable`}
      danger
      command={command}
      onConfirm={disable}
      onClose={onClose}
    >
      <Held person={person} />
      <SignedOut sessions={person.sessions} />
    </ConfirmDialog>
  );
}

/** Lists what the person holds and how it is resolved. */
function Held({ person }: { person: StaffRow }) {
  const time_zone = useTimeZone();
  if (!holdsAnything(person))
    return <p>{t`This person has no cash, card machines, open orders or unsent work.`}</p>;
  const { open_orders, card_machines, unsent } = person;
  const held_fils = heldFils(person);
  return (
    <ul className="flex list-disc flex-col gap-2 ps-5">
      {held_fils > 0 && (
        <li>
          <strong>{formatMoney(held_fils)}</strong>{' '}
          {t`of the shop's cash remains listed until it is collected.`}
        </li>
      )}
      {held_fils < 0 && (
        <li>
          <strong>{formatMoney(held_fils)}</strong> {t`in the cash book: more was handed over than was held.`}
        </li>
      )}
      {open_orders > 0 && (
        <li>
          <strong>{t`${plural(open_orders, { one: '# open order', other: '# open orders' })}`}</strong>:{' '}
          {t`reassign to another driver.`}
        </li>
      )}
      {card_machines.length > 0 && (
        <li>
          <strong>
            <bdi>{card_machines.join(', ')}</bdi>
          </strong>
          : {t`this card machine is still with them.`}
        </li>
      )}
      {unsent && (
        <li>
          <strong>{unsentCommandsText(unsent)}</strong>:{' '}
          {t`unsent on a device last seen ${shortTime(unsent.last_seen_at, time_zone)}; sent only after the person is enabled again.`}
        </li>
      )}
    </ul>
  );
}

function SignedOut({ sessions }: { sessions: number }) {
  return (
    <p>
      {sessions === 0
        ? t`They can no longer sign in. Cash and history are kept.`
        : t`${plural(sessions, {
            one: 'They are signed out of # device at once and can no longer sign in. Cash and history are kept.',
            other:
              'They are signed out of # devices at once and can no longer sign in. Cash and history are kept.',
          })}`}
    </p>
  );
}
