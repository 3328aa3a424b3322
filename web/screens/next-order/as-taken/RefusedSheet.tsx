import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import { REFUSED_BECAUSE_LABELS } from '../../../../contract/labels/taking-labels.ts';
import { REFUSED_BECAUSE } from '../../../../contract/rules/orders/part-delivery.ts';
import { pickedQty } from '../../../../contract/rules/orders/picked-qty.ts';
import type { OrderLineItem, OrderWithItems } from '../../../../contract/schemas/orders.ts';
import { failure } from '../../../api/problem-messages.ts';
import { type AsTaken, refusedOf } from '../../../commands/delivery/as-taken.ts';
import { Money } from '../../../components/Money.tsx';
import { label } from '../../../messages/label.ts';
import type { AsTakenDraft, RefusedLine } from '../../../offline/drafts/as-taken-draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { Stepper } from '../../../ui/Stepper.tsx';
import { useMissing } from '../../../ui/use-missing.ts';
import { amountRows } from './amount-rows.ts';

type Props = {
  order: OrderWithItems;
  form: AsTakenDraft | null;
  found: AsTaken;
  onRefused: (refused: AsTakenDraft['refused']) => void;
  /** Called if the customer takes nothing: that is no delivery. */
  onNothingTaken: () => void;
  onClose: () => void;
};

/** The goods that the customer does not take, and the amounts before and after, to show the customer. */
export function RefusedSheet({ order, form, found, onRefused, onNothingTaken, onClose }: Props) {
  const lines = order.items.map((item) => ({ item, refused: refusedOf(form, item) }));
  const missing = lines.flatMap(({ item, refused }) => {
    const words = t`Select why this was refused`;
    const toast = failure(t`Missing Information`, words);
    return refused.qty > 0 && !refused.because ? [{ part: item.id, words, toast }] : [];
  });
  const { check, mark } = useMissing(missing);

  function change(item: OrderLineItem, line: RefusedLine): void {
    onRefused({ ...form?.refused, [item.id]: line });
  }

  return (
    <FormDialog
      title={t`Not everything taken`}
      description={t`Order #${order.order_number}`}
      onClose={onClose}
      footer={() =>
        found.takes_nothing ? (
          <Button onClick={onNothingTaken}>{t`Record as refused`}</Button>
        ) : (
          <Button aria-disabled={missing.length > 0} onClick={() => check() && onClose()}>
            {t`Done`}
          </Button>
        )
      }
    >
      <ul className="flex flex-col gap-4">
        {lines.map(({ item, refused }) => (
          <li key={item.id} className="flex flex-col gap-2 border-line border-b pb-4">
            <Line item={item} refused={refused} onChange={(line) => change(item, line)} />
            {refused.qty > 0 && (
              <RadioGroup
                {...mark(item.id)}
                legend={t`Reason:`}
                value={refused.because}
                options={REFUSED_BECAUSE.map((value) => ({
                  value,
                  label: label(REFUSED_BECAUSE_LABELS, value),
                }))}
                onValue={(because) => change(item, { ...refused, because })}
              />
            )}
          </li>
        ))}
      </ul>
      {found.takes_nothing ? (
        <Notice tone="warn" icon={TriangleAlert} title={t`The customer takes nothing`}>
          {t`This is not a delivery. Record the stop as refused; you keep the goods.`}
        </Notice>
      ) : (
        <Amounts order={order} found={found} />
      )}
    </FormDialog>
  );
}

type LineProps = { item: OrderLineItem; refused: RefusedLine; onChange: (line: RefusedLine) => void };

function Line({ item, refused, onChange }: LineProps) {
  const { name } = item.product;
  const max = pickedQty(item);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <div className="min-w-0 flex-[1_1_10rem]">
        <p className="wrap-anywhere font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="text-muted text-sm">
          <Money amount_fils={item.unit_price_fils} className="font-normal" />
        </p>
      </div>
      <div className="ms-auto flex flex-col items-center">
        <Stepper
          legend={t`Handed over: ${name}`}
          value={max - refused.qty}
          max={max}
          onValue={(handed_over) => onChange({ ...refused, qty: max - handed_over })}
        />
        <span aria-hidden="true" className="text-muted text-sm">
          {t`handed over`}
        </span>
      </div>
    </div>
  );
}

/** The amounts before and after, large enough to show to the customer. */
function Amounts({ order, found }: Pick<Props, 'order' | 'found'>) {
  return (
    <div className="@container">
      <table className="reflowing-table w-full" aria-live="polite">
        <caption className="pb-1 text-start font-semibold text-section">{t`Amounts for the customer`}</caption>
        <thead className="text-muted text-sm">
          <tr>
            <td />
            <th scope="col" className="ps-2 text-end font-medium">
              {t`Before`}
            </th>
            <th scope="col" className="ps-2 text-end font-medium">
              {t`Now`}
            </th>
          </tr>
        </thead>
        <tbody className="[&_tr:last-child]:border-line [&_tr:last-child]:border-t [&_tr:last-child_:is(th,td)]:pt-2 [&_tr:last-child_:is(th,td)]:font-semibold">
          {amountRows(order, found).map(({ name, before_fils, after_fils }) => (
            <tr key={name}>
              <th scope="row" className="py-0.5 text-start font-normal">
                {name}
              </th>
              <td className="ps-2 text-end text-muted">
                <Money amount_fils={before_fils || 0} className="whitespace-normal font-normal" />
              </td>
              <td className="ps-2 text-end">
                <Money amount_fils={after_fils || 0} className="whitespace-normal" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
