import { plural, t } from '@lingui/core/macro';
import { CircleAlert, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Money } from '../../../components/Money.tsx';
import type { DeskAction } from '../../actions/desk-actions.ts';
import { KeyHint } from '../../actions/KeyHint.tsx';
import { useDeskRead } from '../../reads/use-desk-read.ts';
import { overCeilingText, unexplainedText } from './holdings-messages.ts';

/** A button with the cash figures in one line, or in two on narrow screens. It opens the cash holdings. */
export function HoldingsStrip({ action }: { action: DeskAction }) {
  const { data, error } = useDeskRead('read_desk_holdings');
  const wrong = data
    ? [...data.unexplained.map(unexplainedText), ...data.over_ceiling.map(overCeilingText)]
    : [];
  const [first, ...others] = wrong;
  const amount = (fils: number | undefined) =>
    data || error ? <Money amount_fils={fils ?? null} /> : <span className="text-muted">…</span>;
  return (
    <div className="@container">
      <button
        type="button"
        onClick={action.run}
        className="flex min-h-9 w-full min-w-0 items-center gap-x-4 overflow-hidden rounded-card border border-line bg-surface px-3 text-start text-sm hover:bg-sunken @max-md:min-h-16 @max-md:flex-wrap @max-md:content-center @max-md:gap-y-1 @max-md:py-2 pointer-coarse:min-h-12"
      >
        <Wallet size={16} className="shrink-0 text-accent" />
        <span className="sr-only">{action.title}: </span>
        <Figure name={t`Held`}>{amount(data?.held_fils)}</Figure>
        <span className="@max-3xl:hidden">
          <Figure name={t`To collect on the road`}>{amount(data?.on_the_road.to_collect_fils)}</Figure>
        </span>
        <span className="@max-5xl:hidden">
          <Figure name={t`Banked today`}>{amount(data?.banked_today_fils)}</Figure>
        </span>
        {first ? (
          <span className="flex min-w-0 flex-1 items-center gap-1.5 font-medium text-danger @max-md:basis-full">
            <CircleAlert size={16} className="shrink-0" />
            <span className="truncate">
              {first}
              {others.length > 0 &&
                ` ${t`${plural(others.length, { one: 'and # more', other: 'and # more' })}`}`}
            </span>
          </span>
        ) : (
          <span className="flex-1 @max-md:basis-full">
            <Figure name={t`Unexplained`}>{amount(data?.unexplained_fils)}</Figure>
          </span>
        )}
        {action.key && <KeyHint keys={action.key} />}
      </button>
    </div>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-baseline gap-1.5 whitespace-nowrap">
      <span className="text-muted">{name}</span>
      {children}
    </span>
  );
}
