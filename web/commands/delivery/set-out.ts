import { plural, t } from '@lingui/core/macro';
import { type Command, timesOf } from '../command.ts';
import { stopMessages } from './stop-messages.ts';

/** The stops with which a driver sets out. */
export type SettingOut = {
  set_out_id: string;
  order_ids: readonly string[];
  /** True if the customer came after an attempt. */
  after_attempt: boolean;
};

/** A driver sets out with dispatched stops. Each command is its own subject, so several can be pending. */
export const setOut: Command<'set_out', SettingOut> = {
  endpoint: 'set_out',
  subject: ({ set_out_id }) => set_out_id,
  prepare: async ({ set_out_id, order_ids, after_attempt }, press) => ({
    body: { set_out_id, order_ids: [...order_ids], after_attempt, ...timesOf(press) },
    files: [],
  }),
  messages: {
    ...stopMessages(() => t`You could not set out`),
    about: ({ input }) => ({
      what: t`Set out with ${plural(input.order_ids.length, { one: '1 stop', other: '# stops' })}`,
      who: null,
      amount_fils: null,
    }),
    done: (_, { skipped }) =>
      skipped.length === 0
        ? []
        : [
            {
              kind: 'warning',
              title: t`${plural(skipped.length, { one: '1 stop is not on the road', other: '# stops are not on the road' })}`,
            },
          ],
  },
};
