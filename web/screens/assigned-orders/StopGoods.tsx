import { t } from '@lingui/core/macro';
import { pickedQty } from '../../../contract/rules/orders/picked-qty.ts';
import type { OrderLineItem } from '../../../contract/schemas/orders.ts';
import { ItemNames } from '../../components/ItemNames.tsx';
import { Fact } from '../../ui/Facts.tsx';

type Props = { items: readonly OrderLineItem[] };

/** A stop's goods on at most two lines. Screen readers read all of them. */
export function GoodsLine({ items }: Props) {
  return (
    <span className="line-clamp-2 basis-full wrap-anywhere text-sm leading-normal">
      <ItemNames items={items.map(goodsOf)} />
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
          <li key={item.id}>
            <ItemNames items={[goodsOf(item)]} />
          </li>
        ))}
      </ul>
    </Fact>
  );
}

const goodsOf = (item: OrderLineItem) => ({ qty: pickedQty(item), name: item.product.name });
