import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { REFUSED_BECAUSE_LABELS } from '../../../../contract/labels/taking-labels.ts';
import type { OrderWithItems } from '../../../../contract/schemas/orders.ts';
import { type AsTaken, refusedOf } from '../../../commands/delivery/as-taken.ts';
import { Money } from '../../../components/Money.tsx';
import { label } from '../../../messages/label.ts';
import type { AsTakenDraft } from '../../../offline/drafts/as-taken-draft.ts';
import { MissingMark } from '../../../ui/MissingMark.tsx';
import type { Mark } from '../../../ui/use-missing.ts';

type Props = { order: OrderWithItems; form: AsTakenDraft | null; found: AsTaken; mark: Mark };

/** The refused goods and what they change, below the items; nothing while all goods are taken. */
export function GoodsTaken({ order, form, found, mark }: Props) {
  const refused = order.items
    .map((item) => ({ item, ...refusedOf(form, item) }))
    .filter(({ qty }) => qty > 0);
  if (refused.length === 0) return null;
  const { before, after } = found;
  return (
    <div data-part={mark['data-part']} className="mt-2 rounded-card border border-warn bg-warn-soft p-3">
      <p className="font-medium">{t`Not taken`}</p>
      <ul>
        {refused.map(({ item, qty, because }) => (
          <li key={item.id} className="wrap-anywhere">
            {qty} × <bdi>{item.product.name}</bdi>
            {because && ` · ${label(REFUSED_BECAUSE_LABELS, because)}`}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        <Trans>
          Amount due: <Money amount_fils={after.due_fils} className="font-semibold" /> instead of{' '}
          <Money amount_fils={before.due_fils} className="font-normal" />
        </Trans>
      </p>
      {after.refund_fils > 0 && (
        <p>
          <Trans>
            The shop pays back <Money amount_fils={after.refund_fils} />. Do not pay it yourself.
          </Trans>
        </p>
      )}
      <MissingMark id="goods-missing" words={mark.missing} />
    </div>
  );
}
