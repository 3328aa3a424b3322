import { t } from '@lingui/core/macro';
import type { DeliveryFacts } from '../../../contract/schemas/corrections.ts';
import { Money } from '../Money.tsx';

type Props = { before: DeliveryFacts; after: DeliveryFacts };
type Row = { name: string; before: string | number | null; after: string | number | null };

/** The facts of a delivery before and after a correction; only those that differ. */
export function FactsTable({ before, after }: Props) {
  const changed = rowsOf(before, after).filter((row) => row.before !== row.after);
  if (changed.length === 0) return <p className="text-muted text-sm">{t`A photo was added`}</p>;
  return (
    <div className="@container">
      <table className="reflowing-table w-full text-sm">
        <thead className="text-start text-muted">
          <tr>
            <th scope="col" className="text-start font-normal">
              {t`Recorded`}
            </th>
            <th scope="col" className="text-start font-normal">
              {t`Before`}
            </th>
            <th scope="col" className="text-start font-normal">
              {t`After`}
            </th>
          </tr>
        </thead>
        <tbody>
          {changed.map((row) => (
            <tr key={row.name} className="border-line border-t align-top">
              <th scope="row" className="py-1.5 pe-2 text-start font-normal">
                {row.name}
              </th>
              <td className="py-1.5 pe-2 wrap-anywhere">
                <Value value={row.before} />
              </td>
              <td className="py-1.5 font-medium wrap-anywhere">
                <Value value={row.after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Value({ value }: { value: string | number | null }) {
  if (value === null) return '—';
  return typeof value === 'number' ? (
    <Money amount_fils={value} className="whitespace-normal" />
  ) : (
    <bdi>{value}</bdi>
  );
}

function rowsOf(before: DeliveryFacts, after: DeliveryFacts): Row[] {
  const row = (name: string, of: (facts: DeliveryFacts) => string | number | null): Row => ({
    name,
    before: of(before),
    after: of(after),
  });
  return [
    row(t`Cash`, (facts) => facts.cash_fils),
    row(t`Card machine`, (facts) => facts.collected_fils - facts.cash_fils),
    row(t`Payment link`, (facts) => facts.link_fils),
    row(t`Reference of the payment link`, (facts) => facts.link_reference),
    row(t`Bank transfer`, (facts) => facts.transfer_fils),
    row(t`Reference of the bank transfer`, (facts) => facts.transfer_reference),
    row(t`Rounding`, (facts) => facts.rounding_fils),
    row(t`Why less was taken`, (facts) => facts.short_reason),
    row(t`Received by`, (facts) => facts.customer_name),
  ];
}
