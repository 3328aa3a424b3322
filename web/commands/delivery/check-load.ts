import { plural, t } from '@lingui/core/macro';
import type { CheckLoading } from '../../../contract/operations/dashboard/deliveries/check-loading.schema.ts';
import { type Command, timesOf } from '../command.ts';
import { stopMessages } from './stop-messages.ts';

/** The stops that the driver has checked, each with its missing lines. */
export type LoadCheck = Pick<CheckLoading, 'check_id' | 'stops'>;

/** A driver checks the load before leaving. Each command is its own subject, so several can be pending. */
export const checkLoad: Command<'check_loading', LoadCheck> = {
  endpoint: 'check_loading',
  subject: ({ check_id }) => check_id,
  prepare: async (check, press) => ({ body: { ...check, ...timesOf(press) }, files: [] }),
  messages: {
    ...stopMessages(() => t`The shop could not be notified of the load`),
    about: ({ input }) => ({
      what: t`Load checked: ${plural(input.stops.length, { one: '1 stop', other: '# stops' })}`,
      who: null,
      amount_fils: null,
    }),
    done: () => [],
  },
};
