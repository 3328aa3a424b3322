import { t } from '@lingui/core/macro';
import { pickedQty } from '../../../contract/rules/orders/picked-qty.ts';
import type { OrderLineItem } from '../../../contract/schemas/orders.ts';
import { Fact } from '../../ui/Facts.tsx';

type Props = { items: readonly OrderLineItem[] };

/** A stop's goods on at most two lines. Screen readers read all of them. */
export function GoodsLine({ items }: Props) {
  return (
    <span className="line-clamp-2 basis-full wrap-anywhere text-sm leading-normal">
      {items.map((item, at) => (
        <span key={item.id}>
          {at > 0 && ', '}
          <bdi>{goodsText(item)}</bdi>
        </span>
      ))}
    </span>
  );
}

/** All goods of a stop, one per line. */
export function GoodsFact({ items, className }: Props & { className: string }) {
  if (items.length === 0) return null;
  return (
    <Fact name={t`Items`} className={className}>
      <ul>
        {items.map((item) => (
          <li key={item.id} dir="auto" className="text-start">
            {goodsText(item)}
          </li>
        ))}
      </ul>
    </Fact>
  );
}

/** The quantity never ends a line, apart from its product. */
function goodsText(item: OrderLineItem): string {
  return `${pickedQty(item)}\u00a0×\u00a0${item.product.name}`;
}
