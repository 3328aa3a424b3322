import { conflictWords } from '../../api/delivery-words.ts';
import { useObjectUrl } from '../../components/photo/use-object-url.ts';
import { acknowledge, discard, sendNow } from '../../offline/device-outbox.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { useEntryFiles } from '../../offline/use-entry-files.ts';
import { useCommandEntries, useHeldBack } from '../../offline/use-outbox.ts';
import { useOnline } from '../../ui/use-online.ts';
import { ConflictNotice } from './ConflictNotice.tsx';
import { DeliveryNotice } from './DeliveryNotice.tsx';
import { deliveryState } from './delivery-state.ts';
import { refusalOf } from './refusal.ts';

/**
 * Deliveries of other orders than the one shown that are not recorded for certain, or with a conflict: the server may already
 * offer the next order while the answer to the last one is still missing.
 */
export function OtherDeliveries({ except }: { except: string | undefined }) {
  const others = useCommandEntries('confirm_delivery').filter(
    (entry) => entry.subject !== except && (entry.state !== 'done' || conflictWords(entry) !== null),
  );
  return others.map((entry) => <OtherDelivery key={entry.command_id} entry={entry} />);
}

function OtherDelivery({ entry }: { entry: OutboxEntry<'confirm_delivery'> }) {
  const held_back = useHeldBack(entry);
  const state = deliveryState(entry, useOnline() && !held_back);
  const files = useEntryFiles(state === 'refused' ? entry : undefined);
  const photo_url = useObjectUrl([...files.values()][0] ?? null);
  const conflict = conflictWords(entry);
  if (conflict) {
    return <ConflictNotice outcome={conflict} onContinue={() => void acknowledge(entry.command_id)} />;
  }
  return (
    <DeliveryNotice
      state={state}
      refusal={refusalOf(entry)}
      onSendNow={sendNow}
      onDiscardRefused={() => void discard(entry.command_id)}
    >
      <p>
        Delivered to <bdi className="font-medium">{entry.input.customer_name}</bdi>
      </p>
      {photo_url && (
        <img
          src={photo_url}
          alt="What was delivered"
          className="mt-2 max-h-40 rounded-card border border-line object-contain"
        />
      )}
    </DeliveryNotice>
  );
}
