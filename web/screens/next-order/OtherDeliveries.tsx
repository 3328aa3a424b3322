import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { conflictWords } from '../../api/delivery-words.ts';
import { CommandNotice } from '../../commands/CommandNotice.tsx';
import { deviceOutbox } from '../../commands/this-device.ts';
import { useCommandEntries, useEntryFiles, useStanding } from '../../commands/use-entries.ts';
import { useObjectUrl } from '../../components/photo/use-object-url.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { ConflictNotice } from './Delivered.tsx';

/** Deliveries of other orders, not recorded for certain or with a conflict: the server may offer the next order before it has answered. */
export function OtherDeliveries({ except }: { except: string | undefined }) {
  const others = useCommandEntries('confirm_delivery').filter(
    (entry) => entry.subject !== except && (entry.state !== 'done' || conflictWords(entry) !== null),
  );
  return others.map((entry) => <OtherDelivery key={entry.command_id} entry={entry} />);
}

function OtherDelivery({ entry }: { entry: OutboxEntry<'confirm_delivery'> }) {
  const standing = useStanding(entry);
  const files = useEntryFiles(standing === 'refused' ? entry : undefined);
  const photo_url = useObjectUrl([...files.values()][0] ?? null);
  const conflict = conflictWords(entry);
  if (conflict) {
    return (
      <ConflictNotice outcome={conflict} onContinue={() => void deviceOutbox.acknowledge(entry.command_id)} />
    );
  }
  const photo = photo_url && (
    <img
      src={photo_url}
      alt={t`What was delivered`}
      className="mt-2 max-h-40 rounded-card border border-line object-contain"
    />
  );
  return (
    <CommandNotice
      entry={entry}
      standing={standing}
      carries={
        <>
          <p>
            <Trans>
              Delivered to <bdi className="font-medium">{entry.input.customer_name}</bdi>
            </Trans>
          </p>
          {photo}
        </>
      }
    />
  );
}
