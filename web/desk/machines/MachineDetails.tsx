import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Archive, ArchiveRestore, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { MachineRow } from '../../../contract/operations/desk/machines/list-card-machines.schema.ts';
import type { CardMachineHistory } from '../../../contract/operations/desk/machines/read-card-machine-story.schema.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { ReadFrame } from '../../components/ReadFrame.tsx';
import { shortTime } from '../../components/short-time.ts';
import { useProfile } from '../../session/use-session.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { type DeskAction, useDeskActions } from '../actions/desk-actions.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { Whereabouts } from './machine-columns.tsx';
import { machineEventText, machineProblemText } from './machine-messages.ts';

/** One card machine: its holder, its history, and for an Admin the actions. */
export function MachineDetails({ machine }: { machine: MachineRow }) {
  const time_zone = useTimeZone();
  const { role } = useProfile();
  const { holder, retired_at } = machine;
  return (
    <div className="flex flex-col gap-6">
      {role === 'Admin' && <MachineActions machine={machine} />}
      <Facts className="sm:grid-cols-2">
        <Fact name={t`With`}>
          <Whereabouts machine={machine} />
        </Fact>
        {holder?.since && <Fact name={t`Since`}>{shortTime(holder.since, time_zone)}</Fact>}
        {retired_at && <Fact name={t`Since`}>{shortTime(retired_at, time_zone)}</Fact>}
      </Facts>
      <Story card_machine_id={machine.id} />
    </div>
  );
}

function MachineActions({ machine: { number, holder, retired_at } }: { machine: MachineRow }) {
  const [returning, setReturning] = useState(false);
  const retire = useMemoryCommand('retire_card_machine', {
    failed: t`Not retired`,
    refused: machineProblemText,
  });
  const reactivate = useMemoryCommand('reactivate_card_machine', { failed: t`Not reactivated` });
  const returned = useMemoryCommand('return_card_machine', { failed: t`Not put back` });
  const success = (title: string) => ({ kind: 'success', title, description: number }) as const;
  const actions: DeskAction[] = retired_at
    ? [
        {
          id: 'reactivate_machine',
          title: reactivate.unknown ? t`Send again` : t`Reactivate`,
          key: 'r',
          run: () => void reactivate.send({ number }, success(t`Reactivated`)),
        },
      ]
    : [
        {
          id: 'return_machine',
          title: t`Put back into the shop`,
          key: 'u',
          unavailable: holder ? undefined : t`It is already in the shop.`,
          run: () => setReturning(true),
        },
        {
          id: 'retire_machine',
          title: retire.unknown ? t`Send again` : t`Retire`,
          key: 'r',
          unavailable: holder
            ? t`${holder.full_name} has it. Retire it once it is back in the shop.`
            : undefined,
          run: () => void retire.send({ number }, success(t`Retired`)),
        },
      ];
  useDeskActions(number, actions);
  async function putBack(): Promise<void> {
    if (await returned.send({ number }, success(t`Put back into the shop`))) setReturning(false);
  }
  const icons = { reactivate_machine: ArchiveRestore, return_machine: Undo2, retire_machine: Archive };
  return (
    <div className="-mx-2 flex flex-wrap gap-1">
      {actions.map((action) => (
        <ActionButton
          key={action.id}
          action={action}
          icon={icons[action.id as keyof typeof icons]}
          busy={retire.busy || reactivate.busy}
        />
      ))}
      {returning && holder && (
        <ConfirmDialog
          title={
            <Trans>
              Put <bdi>{number}</bdi> back into the shop?
            </Trans>
          }
          confirm={t`Put back`}
          command={returned}
          onConfirm={putBack}
          onClose={() => setReturning(false)}
        >
          <p>
            <Trans>
              Use this if <bdi>{holder.full_name}</bdi> returned it without a handover. No signature is taken.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function Story({ card_machine_id }: { card_machine_id: string }) {
  const read = useDeskRead('read_card_machine_story', { card_machine_id });
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1">
      <h4 id={id} className="font-semibold">{t`History`}</h4>
      <ReadFrame
        read={read}
        failed={t`The history could not be loaded`}
        loading={<Loading text={t`Loading...`} shapes={['h-24']} />}
      >
        {({ story }) =>
          story.length === 0 ? (
            <p className="text-muted">{t`There is no history yet`}</p>
          ) : (
            <ol className="divide-y divide-line">
              {story.map((event) => (
                <Event key={`${event.happened_at} ${event.what}`} event={event} />
              ))}
            </ol>
          )
        }
      </ReadFrame>
    </section>
  );
}

function Event({ event }: { event: CardMachineHistory['story'][number] }) {
  const time_zone = useTimeZone();
  const { happened_at, by_name } = event;
  return (
    <li className="py-2">
      <p dir="auto">{machineEventText(event)}</p>
      <p className="text-muted text-sm">
        {formatDateTime(happened_at, time_zone)}
        {by_name && (
          <>
            {' · '}
            <bdi>{by_name}</bdi>
          </>
        )}
      </p>
    </li>
  );
}
