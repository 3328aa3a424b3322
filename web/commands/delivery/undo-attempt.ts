import { t } from '@lingui/core/macro';
import { isDeliverable } from '../../../contract/rules/orders/order-life.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { orderName } from '../../api/delivery-messages.ts';
import { type Command, timesOf } from '../command.ts';
import { stopMessages } from './stop-messages.ts';

/** The attempt to undo and its order. */
export type AttemptUndo = {
  order: Pick<OrderWithItems, 'id' | 'order_number' | 'taken_fils'>;
  undo_id: string;
  attempt_id: string;
};

/** A driver undoes an attempt within seconds: both commands are recorded. */
export const undoAttempt: Command<'undo_attempt', AttemptUndo> = {
  endpoint: 'undo_attempt',
  subject: ({ attempt_id }) => attempt_id,
  prepare: async ({ order, undo_id, attempt_id }, press) => ({
    body: { undo_id, attempt_id, ...timesOf(press) },
    files: [],
    about_order: { order_id: order.id, order_number: order.order_number, taken_fils: order.taken_fils },
  }),
  messages: {
    ...stopMessages(() => t`The attempt could not be undone`),
    about: ({ about_order }) => ({
      what: t`Attempt of #${about_order?.order_number ?? ''} undone`,
      who: null,
      amount_fils: null,
    }),
    done: ({ about_order }, { outcome, order }) =>
      // The desk may have sent the order out again meanwhile: the driver then has it to deliver.
      outcome === 'undone' || isDeliverable(order.status)
        ? []
        : [
            {
              kind: 'warning',
              title: t`The order has changed meanwhile`,
              names: orderName(about_order?.order_number ?? order.order_number),
              description: t`It is no longer out for delivery. Ask the shop what to do with the goods.`,
            },
          ],
  },
};
