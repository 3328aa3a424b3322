import { t } from '@lingui/core/macro';
import { formatDate } from '../../../contract/rules/dates.ts';
import type { RecordDeposit } from '../../../contract/schemas/deposits.ts';
import { Money } from '../../components/Money.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';

/** What was sent and cannot be changed any more. */
export function SentDeposit({ input }: { input: RecordDeposit }) {
  return (
    <Facts className="md:grid-cols-2">
      <Fact name={t`Deposit Amount`} className="md:col-span-2">
        <Money amount_fils={input.amount_fils} lead />
      </Fact>
      <Fact name={t`Deposit Date`}>{formatDate(`${input.deposit_date}T00:00:00Z`, 'UTC')}</Fact>
      <Fact name={t`Reference`}>{input.reference}</Fact>
      {input.notes && (
        <Fact name={t`Notes`} className="md:col-span-2">
          <span dir="auto" className="block whitespace-pre-line">
            {input.notes}
          </span>
        </Fact>
      )}
    </Facts>
  );
}
