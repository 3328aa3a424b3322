import { t } from '@lingui/core/macro';
import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { Money } from '../../components/Money.tsx';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Fact } from '../../ui/Facts.tsx';

type Props = { total_fils: number; collections: number; onStart: () => void };

/** What is left to do at the end of the day, and the way through it. */
export function CollectionSummary({ total_fils, collections, onStart }: Props) {
  const id = useId();
  return (
    <Card
      aria-labelledby={id}
      className="flex flex-col gap-4 md:flex-row md:flex-wrap md:items-center md:justify-between"
    >
      <div className="flex flex-col gap-3">
        <h3 id={id} className="font-semibold text-section">
          {t`End of Day Collection Summary`}
        </h3>
        <dl className="flex flex-wrap gap-x-10 gap-y-4">
          <Fact name={t`Total Outstanding`}>
            <Money amount_fils={total_fils} className="whitespace-normal text-section" />
          </Fact>
          <Fact name={t`Number of Collections`}>
            <span className="amount font-medium text-section">{collections}</span>
          </Fact>
        </dl>
      </div>
      {collections > 0 ? (
        <Button className="min-h-12" onClick={onStart}>
          {t`Start Collection Process`}
          <ArrowRight size={18} className="rtl:-scale-x-100" />
        </Button>
      ) : (
        <div className="flex flex-col items-start gap-2">
          <Button disabled>{t`Start Collection Process`}</Button>
          <p className="text-muted text-sm">{t`Nobody else holds cash. What you hold goes to the bank.`}</p>
          <Link to="/dashboard/bank-deposits" className={buttonClasses('secondary')}>
            {t`Record a bank deposit`}
          </Link>
        </div>
      )}
    </Card>
  );
}
