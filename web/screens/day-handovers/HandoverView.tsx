import { t } from '@lingui/core/macro';
import { FileText, Printer } from 'lucide-react';
import { formatDateTime } from '../../../contract/rules/dates.ts';
import type { HandoverRow } from '../../../contract/schemas/handovers.ts';
import { Money } from '../../components/Money.tsx';
import { openFile } from '../../components/open-file.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { say } from '../../words/i18n.ts';
import { differenceWords } from '../../words/order-words.ts';
import { HANDOVER_WORDS } from './handover-words.ts';

type Props = { handover: HandoverRow | null; onClose: () => void };

/** One handover on its own, alone on the page when it is printed. */
export function HandoverView({ handover, onClose }: Props) {
  const time_zone = useTimeZone();
  if (!handover) return null;
  const { handover_type, difference_fils, receipt } = handover;
  return (
    <Dialog
      open
      printable
      onOpenChange={(open) => !open && onClose()}
      title={say(HANDOVER_WORDS[handover_type].title)}
    >
      <Facts className="sm:grid-cols-2">
        <Fact name={say(HANDOVER_WORDS[handover_type].amount)} className="sm:col-span-2">
          <Money amount_fils={handover.amount_fils} lead />
          {difference_fils !== null && (
            <p className={difference_fils === 0 ? 'text-muted' : 'font-medium text-warn'}>
              <span className="inline-block first-letter:uppercase">{differenceWords(difference_fils)}</span>
            </p>
          )}
        </Fact>
        <Fact name={t`Driver`}>
          <bdi>{handover.driver_name}</bdi>
        </Fact>
        <Fact name={t`Admin`}>
          <bdi>{handover.admin_name}</bdi>
        </Fact>
        <Fact name={t`Date`}>{formatDateTime(handover.completed_at, time_zone)}</Fact>
        <Fact name={say(HANDOVER_WORDS[handover_type].machine)}>{machineWords(handover)}</Fact>
        <Fact name={t`Reference`} className="sm:col-span-2">
          {handover.handover_reference}
        </Fact>
      </Facts>
      <div className="flex flex-wrap justify-end gap-2 print:hidden">
        <Button variant="secondary" onClick={onClose}>
          {t`Close`}
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer size={20} />
          {t`Print`}
        </Button>
        <Button onClick={() => void openFile(receipt)}>
          <FileText size={20} />
          {t`Open receipt`}
        </Button>
      </div>
    </Dialog>
  );
}

function machineWords({
  handover_type,
  card_machine_given,
  card_machine_received,
  card_machine_number,
}: HandoverRow): string {
  const changed_hands = handover_type === 'start' ? card_machine_given : card_machine_received;
  if (!changed_hands) return t`No`;
  return card_machine_number ? t`Yes, ${card_machine_number}` : t`Yes`;
}
