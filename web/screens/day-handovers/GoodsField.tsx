import { t } from '@lingui/core/macro';
import { GOODS_OUTCOME_LABELS } from '../../../contract/labels/attempt-labels.ts';
import type { DriverGoods } from '../../../contract/operations/dashboard/cash/list-driver-goods.schema.ts';
import { GOODS_OUTCOMES, type GoodsOutcome } from '../../../contract/rules/orders/attempts.ts';
import { ItemNames } from '../../components/ItemNames.tsx';
import { lastAttemptText } from '../../messages/goods-messages.ts';
import { label } from '../../messages/label.ts';
import { Button } from '../../ui/Button.tsx';
import { MissingMark } from '../../ui/MissingMark.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import type { Mark } from '../../ui/use-missing.ts';
import { goodsPart, type HandoverPart, type HandoverValues } from './handover-rules.ts';
import type { GoodsRead } from './use-handover-reads.ts';

type Decisions = HandoverValues['goods'];

type Props = {
  goods: GoodsRead;
  mark: (part: HandoverPart) => Mark;
  decisions: Decisions;
  onDecisions: (decisions: Decisions) => void;
};

/** The goods still with the driver, each with a decision; nothing if there are none. */
export function GoodsField({ goods, mark, decisions, onDecisions }: Props) {
  const { listed, loading, failed } = goods;
  if (failed) return <GoodsFailure {...goods} />;
  const { missing, ...part } = mark('goods');
  // Shown only once its loading keeps the user from completing the handover.
  if (loading) return <div {...part}>{missing && <MissingMark id="goods-loading" words={missing} />}</div>;
  if (listed.length === 0) return null;
  const undecided_returned = Object.fromEntries(
    listed.map(({ order_id }) => [order_id, decisions[order_id] ?? 'returned'] as const),
  );
  return (
    <section aria-labelledby="goods" className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 id="goods" className="font-medium">
          {t`Goods still with the driver`}
        </h4>
        <Button variant="secondary" onClick={() => onDecisions(undecided_returned)}>
          {t`All returned`}
        </Button>
      </div>
      <ul className="flex flex-col divide-y divide-line border-line border-y">
        {listed.map((one) => (
          <li key={one.order_id} className="flex min-w-0 flex-col gap-2 py-3">
            <Description goods={one} />
            <RadioGroup<GoodsOutcome>
              {...mark(goodsPart(one.order_id))}
              legend={<span className="sr-only">{t`Goods of order #${one.order_number}`}</span>}
              value={decisions[one.order_id] ?? null}
              options={GOODS_OUTCOMES.map((value) => ({ value, label: label(GOODS_OUTCOME_LABELS, value) }))}
              onValue={(outcome) => onDecisions({ ...decisions, [one.order_id]: outcome })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Description({ goods }: { goods: DriverGoods }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <p>
        <bdi className="font-semibold">#{goods.order_number}</bdi> <bdi>{goods.customer_name}</bdi>
      </p>
      <p>
        <ItemNames items={goods.items} />
      </p>
      <p className="text-muted text-sm">
        <bdi>{lastAttemptText(goods)}</bdi>
      </p>
    </div>
  );
}

function GoodsFailure({ busy, retry }: Pick<GoodsRead, 'busy' | 'retry'>) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 text-sm">
      <span className="text-danger">{t`Goods could not be loaded`}</span>
      <button
        type="button"
        disabled={busy}
        onClick={() => void retry()}
        className="min-h-11 px-2 font-semibold text-danger underline disabled:opacity-60"
      >
        {busy ? t`Loading...` : t`Retry`}
      </button>
      <span className="basis-full text-muted">{t`Goods not listed here stay with the driver.`}</span>
    </div>
  );
}

/** The decisions of a handover that was sent before this form was opened; their orders are not stored. */
export function GoodsSummary({ decisions }: { decisions: Decisions }) {
  const outcomes = Object.values(decisions);
  if (outcomes.length === 0) return null;
  const counts = GOODS_OUTCOMES.map((outcome) => ({
    outcome,
    orders: outcomes.filter((one) => one === outcome).length,
  }));
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1">
      <dt className="basis-full font-medium">{t`Goods still with the driver`}</dt>
      {counts
        .filter(({ orders }) => orders > 0)
        .map(({ outcome, orders }) => (
          <dd key={outcome}>
            {label(GOODS_OUTCOME_LABELS, outcome)}: <span className="amount">{orders}</span>
          </dd>
        ))}
    </dl>
  );
}
