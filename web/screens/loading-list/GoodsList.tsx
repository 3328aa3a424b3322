import type { GoodsToLoad } from '../../commands/setting-out/goods-to-load.ts';
import type { Marking } from '../../commands/setting-out/load-marks.ts';
import { GoodsRow } from './GoodsRow.tsx';

const LIST = 'flex flex-col divide-y divide-line rounded-card border border-line bg-surface px-3';

type Props = Marking & { goods: GoodsToLoad };

/** The goods of all stops, summed by product. */
export function GoodsByProduct({ goods: { products }, ...marking }: Props) {
  return (
    <ul className={LIST}>
      {products.map(({ key, name, code, lines }) => (
        <GoodsRow key={key} name={name} code={code} lines={lines} {...marking} />
      ))}
    </ul>
  );
}

/** The goods of each stop, in driving order. */
export function GoodsByStop({ goods: { stops }, ...marking }: Props) {
  return stops
    .filter(({ lines }) => lines.length > 0)
    .map(({ order_id, order_number, customer_name, lines }) => (
      <section key={order_id} aria-labelledby={`goods-${order_id}`} className="flex flex-col gap-1.5">
        <h3 id={`goods-${order_id}`} className="wrap-anywhere font-semibold text-section">
          #{order_number} · <bdi>{customer_name}</bdi>
        </h3>
        <ul className={LIST}>
          {lines.map((line) => (
            <GoodsRow key={line.item_id} name={line.name} code={line.code} lines={[line]} {...marking} />
          ))}
        </ul>
      </section>
    ));
}
