import { t } from '@lingui/core/macro';
import { FileText } from 'lucide-react';
import type { OwnHandover } from '../../../contract/operations/screens/read-own-history.schema.ts';
import { formatTime } from '../../../contract/rules/dates/dates.ts';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { ShareFile } from '../../components/share/ShareFile.tsx';
import { VoidBadge } from '../../components/VoidBadge.tsx';
import { useProfile } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Difference } from './Difference.tsx';
import { cardMachineText, handoverText } from './history-messages.ts';
import { openReceipt, readReceipt, wordsOf } from './open-proof.ts';

/** A handover of any kind between the driver and an admin, or a collection from the driver. */
export function HandoverRow({ handover }: { handover: OwnHandover }) {
  const { id } = useProfile();
  const time_zone = useTimeZone();
  const { completed_at, amount_fils, with_name, handover_reference, receipt, voided } = handover;
  const machine = cardMachineText(handover);
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="min-w-0 flex-[1_1_11rem]">
          <time dateTime={completed_at} className="amount text-muted">
            {formatTime(completed_at, time_zone)}
          </time>{' '}
          <span className="font-medium">{handoverText(handover)}</span> {voided && <VoidBadge />}
        </p>
        <Money amount_fils={amount_fils} />
      </div>
      <p className="wrap-anywhere text-sm">
        <span className="text-muted">{t`With`}</span> <bdi>{with_name}</bdi>
      </p>
      <Difference {...handover} />
      {machine && <p className="wrap-anywhere text-sm">{machine}</p>}
      {handover_reference && <p className="wrap-anywhere text-muted text-sm">{handover_reference}</p>}
      {receipt && handover_reference && (
        <div className="mt-1 grid gap-2 sm:flex">
          <Button
            variant="secondary"
            aria-label={t`Open receipt ${handover_reference}`}
            className="min-h-12"
            onClick={() => void openReceipt(id, receipt, handover)}
          >
            <FileText size={18} />
            {t`Open receipt`}
          </Button>
          <ShareFile
            name={handover_reference}
            read={() => readReceipt(id, receipt, handover)}
            wordsOf={wordsOf}
            className="min-h-12"
          />
        </div>
      )}
    </li>
  );
}
