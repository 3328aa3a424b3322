import { t } from '@lingui/core/macro';
import type { OrderPage } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { formatMoney } from '../../../../contract/rules/amounts/money.ts';
import { sentSeparately } from '../../../../contract/rules/orders/sent-separately.ts';
import type { OrderLineItem } from '../../../../contract/schemas/orders.ts';
import { Money } from '../../../components/Money.tsx';
import { useTimeZone } from '../../../components/open-screen.ts';
import { shortTime } from '../../../components/short-time.ts';

/** The items and amounts of an order, and the amounts due before corrections. */
export function OrderItems({ page }: { page: OrderPage }) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <ul className="flex flex-col">
        {page.items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      <Amounts page={page} />
    </div>
  );
}

function Item({
  item: { product, qty, picked_qty, unit_price_fils, line_total_fils },
}: {
  item: OrderLineItem;
}) {
  const pieces = picked_qty === null || picked_qty === qty ? `${qty}` : t`${picked_qty} of ${qty}`;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-1.5">
      <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
        <bdi>{product.name}</bdi>
        {product.sku && (
          <span className="text-muted">
            {' '}
            <bdi dir="ltr">{product.sku}</bdi>
          </span>
        )}
      </span>
      <span className="text-muted">
        {pieces} × <Money amount_fils={unit_price_fils} className="font-normal" />
      </span>
      <span className="text-end">
        <Money amount_fils={line_total_fils} />
      </span>
    </li>
  );
}

function Amounts({ page: { order, items, former_amounts } }: { page: OrderPage }) {
  const time_zone = useTimeZone();
  const sent_fils = sentSeparately(order.subtotal_fils, items);
  const rows: [name: string, amount_fils: number, shown: boolean][] = [
    [t`Items`, order.subtotal_fils - sent_fils, true],
    [t`Sent separately`, sent_fils, sent_fils !== 0],
    [t`Discount`, -order.discount_fils, order.discount_fils !== 0],
    [t`Shipping`, order.shipping_fils, order.shipping_fils !== 0],
    [t`Tax`, order.tax_fils, order.tax_fils !== 0],
    [t`Total`, order.total_amount_fils, true],
    [t`Already paid`, -order.paid_amount_fils, order.paid_amount_fils !== 0],
    [t`Due on delivery`, order.due_amount_fils, true],
  ];
  return (
    <>
      <dl className="flex flex-col gap-0.5">
        {rows
          .filter(([, , shown]) => shown)
          .map(([name, amount_fils]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-muted">{name}</dt>
              <dd>
                <Money amount_fils={amount_fils} />
              </dd>
            </div>
          ))}
      </dl>
      {former_amounts.length > 0 && (
        <ul className="text-muted">
          {former_amounts.map(({ due_amount_fils, replaced_at }) => {
            const until = shortTime(replaced_at, time_zone);
            return <li key={due_amount_fils}>{t`${formatMoney(due_amount_fils)} was due until ${until}`}</li>;
          })}
        </ul>
      )}
    </>
  );
}
