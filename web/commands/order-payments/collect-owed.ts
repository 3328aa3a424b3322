import { t } from '@lingui/core/macro';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { takenAmounts } from '../../../contract/rules/orders/takings.ts';
import { parseDeliveryPath } from '../../../contract/rules/storage-paths.ts';
import { orderName } from '../../api/delivery-messages.ts';
import { plainFailure, refusalText, type ToastText } from '../../api/problem-messages.ts';
import { unknownOutcomeText } from '../../api/unknown-outcome.ts';
import { isDeviceFull } from '../../offline/device-records.ts';
import { type Command, isReferenceTaken } from '../command.ts';
import { resentNotices } from '../notices/resent-notices.ts';
import type { OrderPayment } from './prepare-order-payment.ts';

/**
 * A driver at the door or a Manager at the desk collects an amount owed on a delivered order. Each payment is
 * its own subject, because an order may be paid in several parts.
 */
export const collectOwed: Command<'collect_owed', OrderPayment> = {
  endpoint: 'collect_owed',
  subject: ({ payment_id }) => payment_id,
  async prepare(given, press) {
    const { prepareOrderPayment } = await import('./prepare-order-payment.ts');
    return await prepareOrderPayment(given, press);
  },
  recall: async ({ input: { order_id, customer_name, taken, receipt }, subject, about_order }) => {
    const path = parseDeliveryPath(receipt.path);
    if (!path || !about_order) throw new Error('The order of this payment is not known on this device');
    const { order_number, owed_fils = 0 } = about_order;
    const order = { order_id, order_number, driver_id: path.driver_id, owed_fils };
    return { payment_id: subject, order, customer_name, taken };
  },
  messages: {
    about: ({ input: { customer_name, taken }, about_order }) => {
      const number = about_order?.order_number ?? '';
      const { collected_fils, pending_fils } = takenAmounts(0, taken, 0);
      return {
        what: t`Payment of order #${number}`,
        who: customer_name,
        amount_fils: collected_fils + pending_fils,
      };
    },
    // A failed attempt is sent again.
    failed: (_, problem) =>
      problem && problem.status < 500 && !isReferenceTaken(problem) ? refused(refusalText(problem)) : null,
    notMade: (error) =>
      plainFailure(
        isDeviceFull(error)
          ? t`This device has no storage left for the payment. Free some space and try again.`
          : t`The payment could not be saved.`,
      ),
    done: ({ input: { receipt } }, { order_number, owed_fils, excess_fils, refund_fils }) => {
      const names = orderName(order_number);
      const opens = { label: t`Open receipt`, bucket: 'order-deliveries' as const, ...receipt };
      if (excess_fils > 0) {
        const description = t`This is ${formatMoney(excess_fils)} more than was owed. The shop owes the customer ${formatMoney(refund_fils)}.`;
        return [{ kind: 'warning', title: t`Payment recorded`, names, description, opens }];
      }
      const description =
        owed_fils > 0 ? t`${formatMoney(owed_fils)} is still owed.` : t`Nothing is owed any more.`;
      return [{ kind: 'success', title: t`Payment recorded`, names, description, opens }];
    },
    notices: ({ problem }) => ({
      ...resentNotices({
        sign_in: t`This payment is kept on this device and is sent once you have signed in.`,
      }),
      needs_manager: unknownOutcomeText('manager'),
      refused: {
        title: t`This payment was not recorded`,
        text: isReferenceTaken(problem)
          ? t`Another payment has the same number. Open the list of owed orders: this device sends the payment with a new number.`
          : refusalText(problem),
      },
    }),
  },
};

function refused(text: string | null): ToastText {
  return {
    ...plainFailure(t`This payment was not recorded`),
    ...(text !== null && { description: text }),
  };
}
