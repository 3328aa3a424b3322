import { t } from '@lingui/core/macro';
import { Package } from 'lucide-react';
import { Link } from 'wouter';
import type { CashRecord } from '../../../contract/operations/desk/cash/read-cash-record.schema.ts';
import { goodsDecisionLines } from '../../messages/goods-messages.ts';
import { TitledCard } from '../../ui/Card.tsx';
import { deskOrderPath } from '../shell/desk-places.ts';

/** The decisions of an end of day about the goods that were still with the driver; nothing without any. */
export function GoodsDecisions({ goods = [] }: Partial<Pick<CashRecord, 'goods'>>) {
  if (goods.length === 0) return null;
  return (
    <TitledCard icon={Package} title={t`Goods that were still with the driver`}>
      <table className="w-full text-sm">
        <caption className="sr-only">{t`Goods that were still with the driver`}</caption>
        <thead>
          <tr className="border-line border-b text-muted">
            <th scope="col" className="py-2 pe-3 text-start font-medium">{t`Order`}</th>
            <th scope="col" className="py-2 text-start font-medium">{t`Decision`}</th>
          </tr>
        </thead>
        <tbody>
          {goods.map(({ order_id, order_number, outcome, responsible }) => (
            <tr key={order_id} className="border-line border-b align-top">
              <th scope="row" className="py-2 pe-3 text-start font-normal wrap-anywhere">
                <Link
                  to={deskOrderPath(order_id)}
                  className="text-accent underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
                >
                  <bdi>#{order_number}</bdi>
                </Link>
              </th>
              <td className="py-2 wrap-anywhere">
                {goodsDecisionLines(outcome, responsible).map((line) => (
                  <p key={line} dir="auto">
                    {line}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TitledCard>
  );
}
