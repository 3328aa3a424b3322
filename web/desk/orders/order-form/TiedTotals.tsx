import { t } from '@lingui/core/macro';
import type { SourceAmounts, TiedAmounts } from '../../../../contract/rules/orders/order-amounts.ts';
import { Money } from '../../../components/Money.tsx';
import type { OrderDraft } from './order-draft.ts';

type Props = {
  /** Null while a typed amount is invalid. */
  amounts: TiedAmounts | null;
  untyped: SourceAmounts;
  method: OrderDraft['payment_method'];
};

/** The totals of the form, updated as the user types. */
export function TiedTotals({ amounts, untyped: { tax_fils, sent_fils }, method }: Props) {
  const becomes_online = amounts?.due_amount_fils === 0 && (method === 'cash' || method === 'either');
  return (
    <div aria-live="polite" className="flex flex-col gap-1 rounded-card bg-sunken p-3">
      <dl className="flex flex-col gap-1">
        <Row name={t`Items`} amount_fils={amounts && amounts.subtotal_fils - sent_fils} />
        {sent_fils !== 0 && <Row name={t`Sent separately`} amount_fils={sent_fils} />}
        {tax_fils !== 0 && <Row name={t`Tax`} amount_fils={tax_fils} />}
        <Row name={t`Total`} amount_fils={amounts?.total_amount_fils ?? null} />
        <Row name={t`Due on delivery`} amount_fils={amounts?.due_amount_fils ?? null} lead />
      </dl>
      {becomes_online && (
        <p className="text-muted text-sm">{t`Nothing is due on delivery, so the method becomes Online.`}</p>
      )}
    </div>
  );
}

function Row({
  name,
  amount_fils,
  lead = false,
}: {
  name: string;
  amount_fils: number | null;
  lead?: boolean;
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className={lead ? 'font-semibold' : 'text-muted'}>{name}</dt>
      <dd className="text-end">
        <Money amount_fils={amount_fils} lead={lead} />
      </dd>
    </div>
  );
}
