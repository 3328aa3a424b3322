import { t } from '@lingui/core/macro';
import { ArrowRight, CircleCheck, Clock3, type LucideIcon, UsersRound, Wallet } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { Money } from '../../components/Money.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Fact } from '../../ui/Facts.tsx';

type Props = { total_fils: number; collections: number; onStart: () => void };

/** Shows the cash left to collect at the end of the day and starts a collection run. */
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
          <p className="text-muted text-sm">{t`No other user holds cash. Deposit your own cash at the bank.`}</p>
          <Link to="/dashboard/bank-deposits" className={buttonClasses('secondary')}>
            {t`Record a bank deposit`}
          </Link>
        </div>
      )}
    </Card>
  );
}

type CardsProps = { total_fils: number; users_with_cash: number };

/** The three figures of the page. */
export function SummaryCards({ total_fils, users_with_cash }: CardsProps) {
  const pending = total_fils > 0;
  return (
    <div className="flex flex-wrap gap-3 md:gap-5">
      <Figure title={t`Total Outstanding`} icon={Wallet} className="basis-full xl:basis-[9rem]">
        <Money amount_fils={total_fils} lead />
      </Figure>
      <Figure title={t`Users with Cash`} icon={UsersRound}>
        <span className="amount font-semibold text-lead">{users_with_cash}</span>
      </Figure>
      <Figure title={t`Collection Status`} icon={pending ? Clock3 : CircleCheck}>
        <span className="flex min-h-9 items-center">
          <Badge tone={pending ? 'warn' : 'done'}>{pending ? t`Pending` : t`Complete`}</Badge>
        </span>
      </Figure>
    </div>
  );
}

function Figure(props: { title: string; icon: LucideIcon; className?: string; children: ReactNode }) {
  return (
    <Card aria-label={props.title} className={classNames('min-w-0 flex-[1_1_9rem]', props.className)}>
      <h3 className="wrap-anywhere flex items-center gap-2 text-muted">
        <props.icon size={20} className="shrink-0 text-accent" />
        {props.title}
      </h3>
      <p className="mt-1">{props.children}</p>
    </Card>
  );
}
