import { t } from '@lingui/core/macro';
import { CircleCheck, Clock3, type LucideIcon, UsersRound, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Money } from '../../components/Money.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';

type Props = { total_fils: number; users_with_cash: number };

/** The three figures of the page. */
export function SummaryCards({ total_fils, users_with_cash }: Props) {
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
