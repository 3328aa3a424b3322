import { plural, t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { pickedQty } from '../../../contract/rules/orders/picked-qty.ts';
import { sentSeparately } from '../../../contract/rules/orders/sent-separately.ts';
import type { OrderLineItem, OrderWithItems } from '../../../contract/schemas/orders.ts';
import { Money } from '../../components/Money.tsx';
import { classNames } from '../../ui/class-names.ts';

/** A row is one line if there is room; else the name and the line total are above the other columns. */
const ROW =
  '@max-[28rem]:grid @max-[28rem]:grid-cols-[1fr_auto_auto] @max-[28rem]:gap-x-2 @max-[28rem]:py-1.5 border-line border-b @min-[28rem]:table-row';
const CELL = '@min-[28rem]:px-2 @min-[28rem]:py-2.5 @min-[28rem]:first:ps-0 @min-[28rem]:last:pe-0';
const SMALL = '@max-[28rem]:text-muted @max-[28rem]:text-sm';

/** Longer lists are folded, so that the input fields stay visible. */
const LINES_SHOWN_MAX = 3;

/** The items to hand over, with their prices and totals. */
export function ItemsTable({ order }: { order: OrderWithItems }) {
  const lines = order.items.length;
  return (
    <div className="@container">
      {lines > LINES_SHOWN_MAX ? (
        <details className="group">
          <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 rounded-card border border-field px-3 font-medium">
            {countText(order.items)}
            <ChevronDown size={20} className="shrink-0 group-open:rotate-180" />
          </summary>
          <Lines order={order} />
        </details>
      ) : (
        <Lines order={order} />
      )}
      <Totals order={order} />
    </div>
  );
}

/** Returns the number of lines, and of pieces if it differs, to check a bag without unfolding the list. */
function countText(items: readonly OrderLineItem[]): string {
  const pieces = items.reduce((sum, item) => sum + pickedQty(item), 0);
  const lines = plural(items.length, { one: '# item', other: '# items' });
  return pieces === items.length
    ? lines
    : `${lines} · ${plural(pieces, { one: '# piece', other: '# pieces' })}`;
}

function Lines({ order }: { order: OrderWithItems }) {
  return (
    <table className="w-full text-start @max-[28rem]:block">
      <caption className="sr-only">{t`Items of order #${order.order_number}`}</caption>
      <thead className="text-muted text-sm @max-[28rem]:sr-only">
        <tr className="border-line border-b">
          <Head>{t`Product`}</Head>
          <Head>{t`Barcode`}</Head>
          <Head right>{t`Picked`}</Head>
          <Head right>{t`Unit Price`}</Head>
          <Head right>{t`Line Total`}</Head>
        </tr>
      </thead>
      <tbody className="@max-[28rem]:block">
        {order.items.map((item) => (
          <ItemRow key={item.id} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function Head({ right, children }: { right?: boolean; children: ReactNode }) {
  return (
    <th scope="col" className={classNames(CELL, 'font-medium', right && 'text-end')}>
      {children}
    </th>
  );
}

/** Codes longer than any barcode may wrap, so that they do not push the amounts out of the table. */
const ONE_LINE_MAX = 20;

function ItemRow({ item }: { item: OrderLineItem }) {
  const code = item.product.barcode ?? item.product.sku ?? '—';
  const breaks =
    code.length > ONE_LINE_MAX ? 'wrap-break-word @min-[28rem]:max-w-36' : '@min-[28rem]:whitespace-nowrap';
  return (
    <tr className={ROW}>
      <th
        scope="row"
        className={classNames(CELL, 'min-w-0 wrap-anywhere font-medium @max-[28rem]:col-span-2')}
      >
        <bdi>{item.product.name}</bdi>
      </th>
      <td className={classNames(CELL, SMALL, breaks, '@max-[28rem]:order-1')}>
        <bdi dir="ltr">{code}</bdi>
      </td>
      <td className={classNames(CELL, SMALL, 'amount text-end @max-[28rem]:order-1')}>
        {pickedQty(item)}
        <span aria-hidden="true" className="@min-[28rem]:hidden">
          {' ×'}
        </span>
      </td>
      <td className={classNames(CELL, SMALL, 'text-end @max-[28rem]:order-1')}>
        <Money amount_fils={item.unit_price_fils} className="font-normal" />
      </td>
      <td className={classNames(CELL, 'text-end')}>
        <Money amount_fils={item.line_total_fils} />
      </td>
    </tr>
  );
}

/** The items' total and every amount that changes it. */
function Totals({ order }: { order: OrderWithItems }) {
  const total_fils = order.total_amount_fils;
  const sent_fils = sentSeparately(order.subtotal_fils, order.items);
  const has_parts = order.subtotal_fils !== total_fils || sent_fils !== 0;
  const plain = order.due_amount_fils === total_fils;
  return (
    <dl className="ms-auto flex max-w-sm flex-col gap-1 pt-1.5 md:gap-1.5 md:pt-3">
      {has_parts && <TotalRow name={t`Items`} amount_fils={order.subtotal_fils - sent_fils} />}
      {sent_fils !== 0 && <TotalRow name={t`Sent separately`} amount_fils={sent_fils} />}
      {order.discount_fils !== 0 && <TotalRow name={t`Discount`} amount_fils={-order.discount_fils} />}
      {order.shipping_fils !== 0 && <TotalRow name={t`Shipping`} amount_fils={order.shipping_fils} />}
      {order.tax_fils !== 0 && <TotalRow name={t`Tax`} amount_fils={order.tax_fils} />}
      {!plain && <TotalRow name={t`Total`} amount_fils={total_fils} />}
      {order.paid_amount_fils !== 0 && (
        <TotalRow name={t`Already paid`} amount_fils={-order.paid_amount_fils} />
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <dt className="font-semibold">{plain ? t`Total` : t`Amount due`}</dt>
        <dd className="text-end">
          <Money amount_fils={order.due_amount_fils} className="whitespace-normal font-semibold text-title" />
        </dd>
      </div>
    </dl>
  );
}

function TotalRow({ name, amount_fils }: { name: string; amount_fils: number }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="text-end">
        <Money amount_fils={amount_fils} />
      </dd>
    </div>
  );
}
