import { t } from '@lingui/core/macro';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { CashWithDriver } from '../../commands/cash/cash-with-driver.ts';
import picture from './all-delivered.svg';
import type { DaySoFar } from './day-so-far.ts';
import type { OpenAmounts } from './open-amounts.ts';

/**
 * Confirms a delivery: a tick, the day's progress and the cash with the driver. The next order below keeps
 * its position: `DayProgress` reserves this height before the text is loaded.
 */
export function DeliveredBanner({ delivered, of, cash, open }: DaySoFar & { open: OpenAmounts | null }) {
  const count = t`${delivered} of ${of}`;
  return (
    <div className="flex min-h-16 items-center gap-3 rounded-card bg-done-soft px-4 py-2.5 text-done">
      <CircleCheck size={24} className="shrink-0 animate-[tick-in_160ms_ease-out]" />
      <div className="min-w-0">
        <p className="amount whitespace-normal font-semibold">
          <span className="sr-only">{t`Delivered`} </span>
          {cash.total_fils === null ? count : t`${count} · ${formatMoney(cash.total_fils)} on hand`}
        </p>
        <Parts cash={cash} />
        {open && <Open open={open} />}
      </div>
    </div>
  );
}

/** The amounts that the delivered order leaves open. */
function Open({ open: { owed_fils, unmatched_fils, refund_fils } }: { open: OpenAmounts }) {
  return (
    <>
      {owed_fils > 0 && <p className="text-sm">{t`${formatMoney(owed_fils)} still owed by the customer`}</p>}
      {unmatched_fils > 0 && (
        <p className="text-sm">{t`${formatMoney(unmatched_fils)} pending until the shop has found it`}</p>
      )}
      {refund_fils > 0 && <p className="text-sm">{t`${formatMoney(refund_fils)} owed to the customer`}</p>}
    </>
  );
}

/** The end of the day: a picture, and the amount to hand over. */
export function AllDelivered({ cash, open }: { cash: CashWithDriver; open: OpenAmounts | null }) {
  const { total_fils } = cash;
  return (
    <div className="flex flex-col items-center gap-3 rounded-card bg-accent px-6 py-8 text-center text-on-accent">
      <img src={picture} alt="" width={240} height={120} className="h-[7.5rem] max-w-full dark:invert" />
      <p className="amount whitespace-normal font-semibold text-title">{endOfDayText(total_fils)}</p>
      <Parts cash={cash} />
      {open && <Open open={open} />}
    </div>
  );
}

function endOfDayText(total_fils: number | null): string {
  if (total_fils === null) return t`All delivered`;
  return total_fils > 0
    ? t`All delivered. Hand over ${formatMoney(total_fils)}`
    : t`All delivered. There is no cash to hand over.`;
}

/** The parts of the cash that are not posted yet, if any. */
function Parts({ cash: { waiting_to_post_fils, unsent_fils } }: { cash: CashWithDriver }): ReactNode {
  return (
    <>
      {waiting_to_post_fils > 0 && (
        <p className="text-sm">{t`${formatMoney(waiting_to_post_fils)} waiting to be posted`}</p>
      )}
      {unsent_fils > 0 && <p className="text-sm">{t`${formatMoney(unsent_fils)} waiting to be sent`}</p>}
    </>
  );
}
