import { t } from '@lingui/core/macro';
import { ChevronDown, GripVertical } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { toCollect } from '../../../contract/rules/orders/to-collect.ts';
import { isNotToHandOver } from '../../../contract/rules/orders/waiting-orders.ts';
import type { Stop } from '../../commands/delivery/stops.ts';
import { StopWaitLine } from '../../commands/setting-out/StopWaitLine.tsx';
import { customerName } from '../../components/customer-contact.tsx';
import { Money } from '../../components/Money.tsx';
import { StatusBadge } from '../../components/order-badges.tsx';
import { placeOf } from '../../components/place-of.ts';
import { Badge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { AttemptLine } from './OpenAttempt.tsx';
import { type Stepping, StopDetails } from './StopDetails.tsx';
import { GoodsLine } from './StopGoods.tsx';

type Props = {
  stop: Stop;
  /** Its place in the driving order, from 1; null once it is delivered. */
  number: number | null;
  open: boolean;
  onToggle: () => void;
  /** Null if the stop cannot be moved now. */
  handle: ComponentProps<'button'> | null;
  held?: boolean;
  stepping?: Stepping | null;
};

/** One stop: a row that expands in place to the details of its order. */
export function StopRow({ stop, number, open, onToggle, handle, held = false, stepping = null }: Props) {
  const { order } = stop;
  const details_id = useId();
  const name = t`Order #${order.order_number}`;
  const circle = number !== null && <StopNumber number={number} />;
  return (
    <article
      aria-label={name}
      className={classNames(
        'rounded-card border bg-surface',
        held ? 'border-accent shadow-float' : 'border-line',
      )}
    >
      <div className="flex items-stretch">
        {handle && (
          <button
            type="button"
            {...handle}
            aria-label={t`Move ${name}`}
            className="-me-1 flex w-[44px] shrink-0 cursor-grab touch-none select-none flex-col items-center justify-center gap-1 rounded-card text-muted"
          >
            {circle}
            <GripVertical size={20} />
          </button>
        )}
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? details_id : undefined}
          onClick={onToggle}
          className={classNames(
            'flex min-h-16 min-w-0 flex-1 items-center gap-2 rounded-card py-2 pe-2 text-start leading-snug',
            handle ? 'ps-1' : 'ps-3',
          )}
        >
          {number !== null && <span className="sr-only">{t`Stop ${number}`}</span>}
          {!handle && circle}
          <Summary stop={stop} open={open} />
          <ChevronDown
            size={20}
            className={classNames('shrink-0 text-muted transition-transform', open && 'rotate-180')}
          />
        </button>
      </div>
      {open && (
        <div id={details_id}>
          <StopDetails stop={stop} stepping={stepping} />
        </div>
      )}
    </article>
  );
}

/**
 * Truncates in the text's own direction; an Arabic name on an English page would otherwise lose its
 * beginning.
 */
const CUT_AT_ITS_END = 'block w-fit min-w-0 max-w-full truncate';

function StopNumber({ number }: { number: number }) {
  return (
    <span
      aria-hidden="true"
      className="flex h-6 min-w-6 shrink-0 items-center justify-center rounded-full bg-accent-soft px-1 font-semibold text-accent text-sm"
    >
      {number}
    </span>
  );
}

/** Below each other at the row's end; on narrow phones, where they are below the name, next to each other. */
const AMOUNT_AND_STATUS =
  'flex flex-wrap items-center gap-x-2 gap-y-0.5 min-[22.5rem]:shrink-0 min-[22.5rem]:flex-col min-[22.5rem]:items-end';

/** The opened row lists the goods in its details instead. */
function Summary({ stop, open }: { stop: Stop; open: boolean }) {
  const { order } = stop;
  const { place } = placeOf(order.delivery_address);
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-2">
      <span className="min-w-0 flex-[1_1_9rem]">
        <bdi className={classNames(CUT_AT_ITS_END, 'font-semibold leading-relaxed')}>{place}</bdi>
        <span className="flex gap-1 text-muted text-sm leading-normal">
          <span className="shrink-0">#{order.order_number} ·</span>
          <bdi className={CUT_AT_ITS_END}>{customerName(order.customer)}</bdi>
        </span>
        <AttemptLine order={order} />
      </span>
      <span className={AMOUNT_AND_STATUS}>
        {!isNotToHandOver(order) && <ToCollect due_fils={toCollect(order, order.taken_fils)} />}
        <StopBadge stop={stop} />
      </span>
      {!open && <GoodsLine items={order.items} />}
      <StopWaitLine stop={stop} />
    </span>
  );
}

function ToCollect({ due_fils }: { due_fils: number }) {
  if (due_fils > 0) return <Money amount_fils={due_fils} />;
  return <span className="text-done text-sm">{t`Nothing to collect`}</span>;
}

/** The order's status, or the state of its confirmation on this device while the server does not have it. */
function StopBadge({ stop: { order, entry, confirmed } }: { stop: Stop }) {
  if (entry?.state === 'refused') return <Badge tone="danger">{t`Not recorded`}</Badge>;
  if (confirmed && entry?.state === 'done') return <Badge tone="done">{t`Delivered`}</Badge>;
  if (confirmed) return <Badge tone="warn">{t`Waiting to be sent`}</Badge>;
  if (isNotToHandOver(order)) return <Badge tone="danger">{t`Do not hand over`}</Badge>;
  return <StatusBadge status={order.status} />;
}
