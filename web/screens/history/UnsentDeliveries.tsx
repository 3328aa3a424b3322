import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { useCommandEntries } from '../../commands/use-entries.ts';
import { Money } from '../../components/Money.tsx';
import { isUnsent, type OutboxEntry } from '../../offline/outbox-entry.ts';
import { CorrectButton } from './CorrectButton.tsx';
import { unsentCorrectable } from './own-correctable.ts';
import { useIsCorrecting } from './use-correctable.ts';

type Delivery = OutboxEntry<'confirm_delivery'> | OutboxEntry<'deliver_as_taken'>;

/** The deliveries that are still on this device, which can be corrected already; nothing without one. */
export function UnsentDeliveries() {
  const id = useId();
  const isCorrecting = useIsCorrecting();
  const plain: readonly Delivery[] = useCommandEntries('confirm_delivery');
  const as_taken: readonly Delivery[] = useCommandEntries('deliver_as_taken');
  const unsent = [...plain, ...as_taken].filter(isUnsent);
  if (unsent.length === 0) return null;
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface p-4">
      <h3 id={id} className="font-semibold text-section">
        {t`Not sent yet`}
      </h3>
      <ul className="divide-y divide-line">
        {unsent.map((entry) => {
          const delivery = unsentCorrectable(entry);
          return (
            <li key={entry.command_id} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <span className="min-w-0 flex-[1_1_10rem]">
                <span className="block font-medium">#{delivery.order_number}</span>
                <bdi className="block wrap-anywhere text-muted text-sm">{delivery.facts.customer_name}</bdi>
              </span>
              <Money amount_fils={delivery.facts.collected_fils} />
              {isCorrecting(entry.command_id, []) ? (
                <span className="text-muted text-sm">{t`The correction is sent after it`}</span>
              ) : (
                <CorrectButton delivery={delivery} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
