import { t } from '@lingui/core/macro';
import type { ChangedOrder } from '../../../contract/operations/desk/names/preview-names.schema.ts';
import type { EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import { deskOrderPath } from '../shell/desk-places.ts';
import { paymentText } from './name-messages.ts';

/** The open orders that definitions change, each with its payment before and after. */
export function ChangedOrders({ total, orders }: EndpointResponse<'preview_names'>) {
  const more = total - orders.length;
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {orders.map((order) => (
          <li key={order.order_id} className="flex flex-col gap-0.5 py-2">
            <OrderLink order={order} />
            <span>
              {paymentText(order.from)} <span aria-hidden="true">→</span>
              <span className="sr-only">{t`becomes`}</span> <strong>{paymentText(order.to)}</strong>
            </span>
            {order.taken_from !== null && (
              <span className="text-sm text-warn">{t`It is unassigned from ${order.taken_from}.`}</span>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-muted text-sm">{t`and ${more} more`}</p>}
    </>
  );
}

/** Opens in a new tab, because the selected meanings are not saved yet. */
function OrderLink({ order: { order_id, order_number } }: { order: ChangedOrder }) {
  return (
    <a
      href={deskOrderPath(order_id)}
      target="_blank"
      rel="noreferrer"
      className="w-fit font-medium text-accent underline pointer-coarse:min-h-12"
    >
      {t`Order #${order_number}`}
    </a>
  );
}
