import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import type { OrderPage } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { OrderDraft } from '../order-form/order-draft.ts';
import { Timeline } from './Timeline.tsx';

type Props = {
  page: OrderPage;
  seen: OrderPage;
  /** Fields that both users changed to different values. */
  crossed: readonly (keyof OrderDraft)[];
  onTakeOver: () => void;
};

/** Another user's changes to an order while it is being corrected; the typed input is kept. */
export function ChangedMeanwhile({ page, seen, crossed, onTakeOver }: Props) {
  const known = new Set(seen.history.map(({ id }) => id));
  const events = page.history.filter(({ id }) => !known.has(id));
  return (
    <Notice
      tone="warn"
      icon={TriangleAlert}
      title={t`This order has changed meanwhile`}
      action={
        <Button variant="secondary" onClick={onTakeOver}>
          {t`Keep what I typed and continue`}
        </Button>
      }
    >
      <Timeline events={events} />
      {crossed.length > 0 && (
        <p className="mt-2">{t`You both changed: ${crossed.map(fieldText).join(', ')}. Your input stays in the form.`}</p>
      )}
    </Notice>
  );
}

function fieldText(field: keyof OrderDraft): string {
  return {
    customer_name: t`customer`,
    phone: t`phone`,
    delivery_address: t`address`,
    area: t`area`,
    promised_at: t`promised time`,
    notes: t`notes`,
    payment_method: t`payment method`,
    lines: t`items`,
    discount: t`discount`,
    shipping: t`shipping`,
    paid: t`amount already paid`,
  }[field];
}
