import { t } from '@lingui/core/macro';
import { CalendarDays, FileText } from 'lucide-react';
import { memo } from 'react';
import { formatDate, formatDateTime } from '../../../contract/rules/dates.ts';
import { formatMoney } from '../../../contract/rules/money.ts';
import type { Deposit } from '../../../contract/schemas/deposits.ts';
import { Money } from '../../components/Money.tsx';
import { openFile } from '../../components/open-file.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Fact, Facts, NotesFact } from '../../ui/Facts.tsx';

/**
 * One deposit. Laid out also while it is out of sight: heights that are only found when it comes into sight move what lies below it,
 * and a press on Load more misses.
 */
export const DepositCard = memo(function DepositCard({ deposit }: { deposit: Deposit }) {
  const time_zone = useTimeZone();
  const { amount_fils, document, notes, reference } = deposit;
  const day = formatDate(`${deposit.deposit_date}T00:00:00Z`, 'UTC');
  return (
    <Card aria-label={t`Deposit ${reference}`} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Money amount_fils={amount_fils} lead />
        <Badge tone="accent">
          <CalendarDays size={14} className="me-1.5 inline align-[-2px]" />
          {day}
        </Badge>
      </div>
      {deposit.waiting && (
        <p className="text-sm text-warn">{t`${formatMoney(amount_fils)} waiting to be posted`}</p>
      )}
      <Facts className="grid-cols-2 md:grid-cols-4">
        <Fact name={t`Deposit Date`}>{day}</Fact>
        <Fact name={t`Created`}>{formatDateTime(deposit.created_at, time_zone)}</Fact>
        <Fact name={t`Recorded by`}>
          <bdi>{deposit.manager_name}</bdi>
        </Fact>
        <Fact name={t`Reference`}>{reference}</Fact>
        <NotesFact text={notes} className="col-span-full" />
      </Facts>
      {document && (
        <Button
          variant="secondary"
          className="self-start max-md:w-full"
          onClick={() => void openFile(document)}
        >
          <FileText size={18} />
          {t`View Document`}
        </Button>
      )}
    </Card>
  );
});
