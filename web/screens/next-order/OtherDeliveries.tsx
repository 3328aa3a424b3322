import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { conflictToast } from '../../api/delivery-messages.ts';
import { messagesOf } from '../../commands/commands.ts';
import { CommandNotice, isNoticed, STANDING_ICONS } from '../../commands/notices/CommandNotice.tsx';
import type { NoticeStanding } from '../../commands/notices/standing.ts';
import { deviceOutbox, sendNow } from '../../commands/this-device.ts';
import { useDeliveries, useEntryFiles, useStanding, useStandings } from '../../commands/use-entries.ts';
import { useObjectUrl } from '../../components/photo/use-object-url.ts';
import { type DeliveryEntry, isDecided } from '../../offline/outbox-entry.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { Conflict } from './Conflict.tsx';

type Opens = {
  /** Returns whether the order can be opened to confirm it again. */
  mayOpen: (order_id: string) => boolean;
  onOpen: (order_id: string) => void;
};

/** Deliveries that were refused or recorded with a conflict, which the driver has to acknowledge. */
export function SettledDeliveries({ except, ...opens }: Opens & { except: string | undefined }) {
  const settled = useDeliveries().filter((entry) =>
    entry.state === 'refused' ? entry.subject !== except : conflictToast(entry) !== null,
  );
  return settled.map((entry) => <SettledDelivery key={entry.command_id} entry={entry} {...opens} />);
}

function SettledDelivery({ entry, mayOpen, onOpen }: Opens & { entry: DeliveryEntry }) {
  const { command_id, subject } = entry;
  const standing = useStanding(entry);
  const files = useEntryFiles(standing === 'refused' ? entry : undefined);
  const photo_url = useObjectUrl([...files.values()][0] ?? null);
  const conflict = conflictToast(entry);
  if (conflict) {
    return <Conflict outcome={conflict} onContinue={() => void deviceOutbox.acknowledge(command_id)} />;
  }
  return (
    <CommandNotice
      entry={entry}
      standing={standing}
      carries={
        <>
          <DeliveredTo entry={entry} />
          {photo_url && (
            <img
              src={photo_url}
              alt={t`Delivered goods`}
              className="mt-2 max-h-40 rounded-card border border-line object-contain"
            />
          )}
          {mayOpen(subject) && (
            <Button variant="secondary" onClick={() => onOpen(subject)} className="mt-2">
              {t`Correct it`}
            </Button>
          )}
        </>
      }
    />
  );
}

/** Confirmed deliveries that are not recorded yet, below the next order: one notice per state. */
export function WaitingDeliveries() {
  const deliveries = useDeliveries().filter((entry) => !isDecided(entry));
  const standingOf = useStandings();
  const online = useOnline();
  const groups = new Map<NoticeStanding, DeliveryEntry[]>();
  for (const entry of deliveries) {
    const standing = standingOf(entry);
    if (isNoticed(standing) && !isInStatusLine(standing, online))
      groups.set(standing, [...(groups.get(standing) ?? []), entry]);
  }
  return [...groups].map(([standing, entries]) => (
    <GroupNotice key={standing} standing={standing} entries={entries} />
  ));
}

/** Deliveries that only need a connection are counted in the status line at the top of the page. */
function isInStatusLine(standing: NoticeStanding, online: boolean): boolean {
  return standing === 'waiting' || (!online && (standing === 'photo_failed' || standing === 'note_failed'));
}

function GroupNotice({ standing, entries }: { standing: NoticeStanding; entries: readonly DeliveryEntry[] }) {
  const [first, ...others] = entries;
  if (!first) return null;
  if (others.length === 0) {
    return <CommandNotice entry={first} standing={standing} carries={<DeliveredTo entry={first} />} />;
  }
  return (
    <Notice
      tone="warn"
      icon={STANDING_ICONS[standing]}
      title={messagesOf(first.endpoint)?.notices(first)[standing]?.title}
      action={
        standing !== 'sign_in' && (
          <Button variant="secondary" onClick={sendNow}>
            {t`Send now`}
          </Button>
        )
      }
    >
      <p>{plural(entries.length, { one: '1 delivery', other: '# deliveries' })}</p>
    </Notice>
  );
}

function DeliveredTo({ entry }: { entry: DeliveryEntry }) {
  return (
    <p>
      <Trans>
        Delivered to <bdi className="font-medium">{entry.input.customer_name}</bdi>
      </Trans>
    </p>
  );
}
