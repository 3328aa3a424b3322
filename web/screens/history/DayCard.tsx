import { t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { DaySums, OwnDay } from '../../../contract/operations/screens/read-own-history.schema.ts';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { classNames } from '../../ui/class-names.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ChangeRow } from './ChangeRow.tsx';
import { DeliveryRow } from './DeliveryRow.tsx';
import { Difference } from './Difference.tsx';
import { HandoverRow } from './HandoverRow.tsx';
import { countText, dayTitle } from './history-messages.ts';

const TICK_MS = 60_000;

type Props = { day: OwnDay; opened: boolean; focused: boolean };

/** One day: its totals and, when expanded, its handovers and deliveries, newest first. */
export function DayCard({ day: { day, sums, deliveries, handovers, changes = [] }, opened, focused }: Props) {
  const [open, setOpen] = useState(opened);
  const [title_id, details_id] = [useId(), useId()];
  const button = useRef<HTMLButtonElement>(null);
  useFocusFromNowhere(button, focused);
  const { title, date } = dayTitle(day, useNow(TICK_MS), useTimeZone());
  const count = countText(sums);
  return (
    <section aria-labelledby={title_id} className="rounded-card border border-line bg-surface">
      <h3>
        <button
          ref={button}
          type="button"
          aria-expanded={open}
          aria-controls={open ? details_id : undefined}
          onClick={() => setOpen(!open)}
          className="flex min-h-16 w-full items-center gap-2 rounded-card py-2 ps-4 pe-3 text-start leading-snug"
        >
          <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
            <span className="min-w-0 flex-[1_1_10rem]">
              <span id={title_id} className="block font-semibold text-section">
                {title}
              </span>
              <span className="block text-muted text-sm">{date === null ? count : t`${date}, ${count}`}</span>
            </span>
            <span className="flex flex-col items-end">
              <Money amount_fils={sums.cash_fils + sums.card_fils} className="text-section" />
              <Difference {...sums} />
            </span>
          </span>
          <ChevronDown
            size={20}
            className={classNames('shrink-0 text-muted transition-transform', open && 'rotate-180')}
          />
        </button>
      </h3>
      {open && (
        <div id={details_id} className="flex flex-col gap-4 px-4 pb-2">
          <Sums sums={sums} />
          {handovers.length > 0 && (
            <Rows title={t`Handovers`}>
              {handovers.map((handover) => (
                <HandoverRow key={handover.id} handover={handover} />
              ))}
            </Rows>
          )}
          {changes.length > 0 && (
            <Rows title={t`Payments, corrections and expenses`}>
              {changes.map((change) => (
                <ChangeRow key={change.id} change={change} />
              ))}
            </Rows>
          )}
          {deliveries.length > 0 && (
            <Rows title={t`Deliveries`}>
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} />
              ))}
            </Rows>
          )}
        </div>
      )}
    </section>
  );
}

function Rows({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div>
      <h4 id={id} className="pb-1 font-semibold text-muted text-sm">
        {title}
      </h4>
      <ul aria-labelledby={id} className="divide-y divide-line border-line border-t">
        {children}
      </ul>
    </div>
  );
}

/** The day's totals: cash always, the others if they are not zero. */
function Sums({ sums }: { sums: DaySums }) {
  const { cash_fils, card_fils, changed_fils = 0, received_fils, handed_over_fils } = sums;
  const others = [
    { name: t`Paid by card machine`, amount_fils: card_fils },
    { name: t`Payments, corrections and expenses`, amount_fils: changed_fils },
    { name: t`Received at the start`, amount_fils: received_fils },
    { name: t`Handed over`, amount_fils: handed_over_fils },
  ];
  return (
    <Facts className="grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] border-line border-t pt-3">
      <Fact name={t`Collected in cash`}>
        <Money amount_fils={cash_fils} />
      </Fact>
      {others
        .filter(({ amount_fils }) => amount_fils !== 0)
        .map(({ name, amount_fils }) => (
          <Fact key={name} name={name}>
            <Money amount_fils={amount_fils} />
          </Fact>
        ))}
    </Facts>
  );
}

/** Focuses this element if the pressed button has disappeared and no other element has the focus. */
function useFocusFromNowhere(at: RefObject<HTMLElement | null>, wanted: boolean): void {
  useEffect(() => {
    if (wanted && document.activeElement === document.body) at.current?.focus({ preventScroll: true });
  }, [at, wanted]);
}
