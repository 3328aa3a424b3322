import { t } from '@lingui/core/macro';
import { FileText, Printer, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import type { HandoverRow } from '../../../contract/operations/dashboard/cash/list-handovers-today.schema.ts';
import { formatDateTime, formatTime } from '../../../contract/rules/dates/dates.ts';
import type { DriverHandoverType } from '../../../contract/rules/references.ts';
import type { EndpointResult } from '../../api/use-endpoint.ts';
import { Money } from '../../components/Money.tsx';
import { openFile } from '../../components/open-file.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { ReadFrame } from '../../components/ReadFrame.tsx';
import { fetchFile } from '../../components/share/fetch-file.ts';
import { ShareFile } from '../../components/share/ShareFile.tsx';
import { VoidBadge } from '../../components/VoidBadge.tsx';
import { translateDescriptor } from '../../messages/i18n.ts';
import { differenceText } from '../../messages/order-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { HANDOVER_TEXTS } from './handover-messages.ts';

type Props = { handover_type: DriverHandoverType; read: EndpointResult<'list_handovers_today'> };

/** The shop's handovers of today, newest first; each has a view and a receipt. */
export function HandoversToday({ handover_type, read }: Props) {
  const [opened, setOpened] = useState<HandoverRow | null>(null);
  const heading = `handovers-today-${handover_type}`;
  return (
    <section aria-labelledby={heading} className="flex min-w-0 flex-col gap-3">
      <CardTitle id={heading} icon={ReceiptText}>
        {translateDescriptor(HANDOVER_TEXTS[handover_type].today)}
      </CardTitle>
      <ReadFrame
        read={read}
        failed={t`Today's handovers could not be loaded`}
        loading={<Loading text={t`Loading today's handovers...`} shapes={['h-28', 'h-28']} />}
      >
        {({ handovers }) => <List handovers={handovers} onOpen={setOpened} />}
      </ReadFrame>
      {opened && <HandoverView handover={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

function List(props: { handovers: readonly HandoverRow[]; onOpen: (handover: HandoverRow) => void }) {
  const { handovers, onOpen } = props;
  if (handovers.length === 0) {
    return (
      <EmptyState
        icon={ReceiptText}
        title={t`No handovers today`}
        description={t`Each handover you complete appears here with its receipt.`}
      />
    );
  }
  return (
    <ol className="flex flex-col gap-3">
      {handovers.map((handover) => (
        <li key={handover.id}>
          <HandoverCard handover={handover} onOpen={() => onOpen(handover)} />
        </li>
      ))}
    </ol>
  );
}

function HandoverCard({ handover, onOpen }: { handover: HandoverRow; onOpen: () => void }) {
  const time_zone = useTimeZone();
  const { completed_at, driver_name, amount_fils, handover_reference, receipt, voided } = handover;
  return (
    <Card className="flex flex-col gap-1 p-4 md:p-4">
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          <time dateTime={completed_at} className="amount text-muted">
            {formatTime(completed_at, time_zone)}
          </time>{' '}
          <bdi className="font-semibold">{driver_name}</bdi> {voided && <VoidBadge />}
        </p>
        <Money amount_fils={amount_fils} className="text-section" />
      </div>
      <Difference {...handover} className="text-sm" />
      <p className="wrap-anywhere text-muted text-sm">{handover_reference}</p>
      <div className="-mx-2 -mb-2 flex flex-wrap gap-1">
        <Button variant="link" aria-label={t`View ${handover_reference}`} onClick={onOpen}>
          {t`View`}
        </Button>
        <Button
          variant="link"
          aria-label={t`Open receipt ${handover_reference}`}
          onClick={() => void openFile(receipt)}
        >
          {t`Open receipt`}
        </Button>
        <ShareFile variant="link" name={handover_reference} read={() => fetchFile(receipt)} />
      </div>
    </Card>
  );
}

/** Shows one handover; when printed, it is alone on the page. */
function HandoverView({ handover, onClose }: { handover: HandoverRow; onClose: () => void }) {
  const time_zone = useTimeZone();
  const { handover_type, receipt } = handover;
  return (
    <Dialog
      open
      printable
      onOpenChange={(open) => !open && onClose()}
      title={translateDescriptor(HANDOVER_TEXTS[handover_type].title)}
    >
      <Facts className="sm:grid-cols-2">
        <Fact name={translateDescriptor(HANDOVER_TEXTS[handover_type].amount)} className="sm:col-span-2">
          <Money amount_fils={handover.amount_fils} lead />
          <Difference {...handover} />
          {handover.voided && <VoidBadge />}
        </Fact>
        <Fact name={t`Driver`}>
          <bdi>{handover.driver_name}</bdi>
        </Fact>
        <Fact name={t`Admin`}>
          <bdi>{handover.admin_name}</bdi>
        </Fact>
        <Fact name={t`Date`}>{formatDateTime(handover.completed_at, time_zone)}</Fact>
        {handover_type !== 'drop' && (
          <Fact name={translateDescriptor(HANDOVER_TEXTS[handover_type].machine)}>
            {machineText(handover)}
          </Fact>
        )}
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
        <ShareFile name={handover.handover_reference} read={() => fetchFile(receipt)} />
        <Button onClick={() => void openFile(receipt)}>
          <FileText size={20} />
          {t`Open receipt`}
        </Button>
      </div>
    </Dialog>
  );
}

function Difference({ difference_fils, className }: HandoverRow & { className?: string }) {
  if (difference_fils === null) return null;
  return (
    <p className={classNames(difference_fils === 0 ? 'text-muted' : 'font-medium text-warn', className)}>
      <span className="inline-block first-letter:uppercase">{differenceText(difference_fils)}</span>
    </p>
  );
}

function machineText({ card_machine_number, ...handover }: HandoverRow): string {
  if (!handover.card_machine_given && !handover.card_machine_received) return t`No`;
  return card_machine_number ? t`Yes, ${card_machine_number}` : t`Yes`;
}
