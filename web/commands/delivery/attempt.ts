import { t } from '@lingui/core/macro';
import { deliveryFailed, orderName } from '../../api/delivery-messages.ts';
import { plainFailure } from '../../api/problem-messages.ts';
import { isDeviceFull } from '../../offline/device-records.ts';
import type { Command } from '../command.ts';
import { resentNotices } from '../notices/resent-notices.ts';
import type { Attempt } from './prepare-attempt.ts';
import { stopMessages } from './stop-messages.ts';

const refused = stopMessages(() => t`This attempt was not recorded`);

/**
 * A driver could not deliver an order. Each command is its own subject. `prepare` throws a RangeError without
 * a driver record.
 */
export const attempt: Command<'record_attempt', Attempt> = {
  endpoint: 'record_attempt',
  // Not the order: without signal an order can be attempted, undone, and attempted again.
  subject: ({ attempt_id }) => attempt_id,
  prepare: async (given, press) => (await import('./prepare-attempt.ts')).prepareAttempt(given, press),
  messages: {
    about: ({ about_order }) => ({
      what: t`Couldn't deliver #${about_order?.order_number ?? ''}`,
      who: null,
      amount_fils: null,
    }),
    failed: (stage, problem) => (stage === 'photo' ? deliveryFailed(stage) : refused.failed(stage, problem)),
    notMade: (error) =>
      plainFailure(
        isDeviceFull(error)
          ? t`This device has no storage left for the attempt. Free some space and try again.`
          : t`The attempt could not be saved.`,
      ),
    done: ({ about_order }, { conflict, order }) =>
      conflict === null
        ? []
        : [
            {
              kind: 'warning',
              title: t`The order has changed meanwhile`,
              names: orderName(about_order?.order_number ?? order.order_number),
              description: t`Your attempt is recorded. Ask the shop what to do with the goods.`,
            },
          ],
    notices: (entry) => ({
      ...resentNotices({
        sign_in: t`This attempt is kept on this device and is sent once you have signed in.`,
      }),
      ...refused.notices(entry),
    }),
  },
};
