import { t } from '@lingui/core/macro';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { formatTime } from '../../../contract/rules/dates.ts';
import type { HandoverType } from '../../../contract/rules/storage-paths.ts';
import type { HandoverRow } from '../../../contract/schemas/handovers.ts';
import type { EndpointResult } from '../../api/use-endpoint.ts';
import { Money } from '../../components/Money.tsx';
import { openFile } from '../../components/open-file.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { ReadFrame } from '../../components/ReadFrame.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { say } from '../../words/i18n.ts';
import { differenceWords } from '../../words/order-words.ts';
import { HandoverView } from './HandoverView.tsx';
import { HANDOVER_WORDS } from './handover-words.ts';

type Props = { handover_type: HandoverType; read: EndpointResult<'list_handovers_today'> };

/** The shop's handovers of today, newest first; each opens on its own and has its receipt. */
export function HandoversToday({ handover_type, read }: Props) {
  const [opened, setOpened] = useState<HandoverRow | null>(null);
  return (
    <section aria-labelledby="handovers-today" className="flex min-w-0 flex-col gap-3">
      <CardTitle id="handovers-today" icon={ReceiptText}>
        {say(HANDOVER_WORDS[handover_type].today)}
      </CardTitle>
      <ReadFrame
        read={read}
        failed={t`Today's handovers could not be loaded`}
        loading={<Loading text={t`Loading today's handovers...`} shapes={['h-28', 'h-28']} />}
      >
        {({ handovers }) => <List handovers={handovers} onOpen={setOpened} />}
      </ReadFrame>
      <HandoverView handover={opened} onClose={() => setOpened(null)} />
    </section>
  );
}

type ListProps = { handovers: readonly HandoverRow[]; onOpen: (handover: HandoverRow) => void };

function List({ handovers, onOpen }: ListProps) {
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

type CardProps = { handover: HandoverRow; onOpen: () => void };

function HandoverCard({ handover, onOpen }: CardProps) {
  const time_zone = useTimeZone();
  const { completed_at, driver_name, amount_fils, difference_fils, handover_reference, receipt } = handover;
  return (
    <Card className="flex flex-col gap-1 p-4 md:p-4">
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          <time dateTime={completed_at} className="amount text-muted">
            {formatTime(completed_at, time_zone)}
          </time>{' '}
          <bdi className="font-semibold">{driver_name}</bdi>
        </p>
        <Money amount_fils={amount_fils} className="text-section" />
      </div>
      {difference_fils !== null && (
        <p className={difference_fils === 0 ? 'text-muted text-sm' : 'font-medium text-sm text-warn'}>
          <span className="first-letter:uppercase inline-block">{differenceWords(difference_fils)}</span>
        </p>
      )}
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
      </div>
    </Card>
  );
}
