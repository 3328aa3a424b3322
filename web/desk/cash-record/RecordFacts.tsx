import { t } from '@lingui/core/macro';
import { Banknote } from 'lucide-react';
import type { CashRecord } from '../../../contract/operations/desk/cash/read-cash-record.schema.ts';
import { formatDate, formatDateTime } from '../../../contract/rules/dates/dates.ts';
import type { CashHolder } from '../../../contract/schemas/cash-records.ts';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { Badge } from '../../ui/Badge.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { Fact, Facts, NotesFact } from '../../ui/Facts.tsx';
import { holderText } from '../cash-path/movement-messages.ts';
import { cardMachineText, differenceChoiceText } from './record-messages.ts';

/** The people, the amount, and the timestamps of the device and of the server. */
export function RecordFacts({ record }: { record: CashRecord }) {
  const time_zone = useTimeZone();
  const { amount_fils, difference_fils, card_machine, deposit_date, waiting } = record;
  return (
    <TitledCard icon={Banknote} title={t`Record`}>
      <Facts className="sm:grid-cols-2">
        <Fact name={t`Amount`}>
          <span className="flex flex-wrap items-center gap-2">
            <Money amount_fils={amount_fils} lead />
            {waiting && <Badge tone="warn">{t`Waiting to be posted`}</Badge>}
          </span>
        </Fact>
        {difference_fils !== null && (
          <Fact name={t`Difference`}>
            <Difference fils={difference_fils} />
          </Fact>
        )}
        {record.difference_choice !== null && difference_fils !== null && difference_fils !== 0 && (
          <Fact name={t`Signed choice`} className="sm:col-span-2">
            {differenceChoiceText(record)}
          </Fact>
        )}
        <Fact name={t`From`}>
          <Holder holder={record.from} />
        </Fact>
        <Fact name={t`To`}>
          <Holder holder={record.to} />
        </Fact>
        {card_machine && (
          <Fact name={t`Card machine`}>
            <bdi>{cardMachineText(card_machine)}</bdi>
          </Fact>
        )}
        {deposit_date !== null && <Fact name={t`Deposit date`}>{formatDate(deposit_date, 'UTC')}</Fact>}
        <Fact name={t`Reference`}>
          <bdi>{record.reference}</bdi>
        </Fact>
        <Fact name={t`Happened, by the device's clock`}>{formatDateTime(record.occurred_at, time_zone)}</Fact>
        <Fact name={t`Recorded, by the server's clock`}>{formatDateTime(record.recorded_at, time_zone)}</Fact>
        <Fact name={t`Recorded by`}>
          <bdi>{record.recorded_by}</bdi>
        </Fact>
        <NotesFact text={record.notes} className="sm:col-span-2" />
      </Facts>
    </TitledCard>
  );
}

function Holder({ holder }: { holder: CashHolder }) {
  return <bdi>{holderText(holder)}</bdi>;
}

function Difference({ fils }: { fils: number }) {
  if (fils === 0) return <Money amount_fils={0} />;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Money amount_fils={Math.abs(fils)} />
      <Badge tone="danger">{fils < 0 ? t`Short` : t`Over`}</Badge>
    </span>
  );
}
