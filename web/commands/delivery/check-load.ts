import { plural, t } from '@lingui/core/macro';
import type { CheckLoading } from '../../../contract/operations/dashboard/deliveries/check-loading.schema.ts';
import { plainFailure, refusalText } from '../../api/problem-messages.ts';
import { type Command, timesOf } from '../command.ts';

/** The stops that the driver has checked, each with its missing lines. */
export type LoadCheck = Pick<CheckLoading, 'check_id' | 'stops'>;

/** A driver checks the load before leaving. Each command is its own subject, so several can be pending. */
export const checkLoad: Command<'check_loading', LoadCheck> = {
  endpoint: 'check_loading',
  subject: ({ check_id }) => check_id,
  prepare: async (check, press) => ({ body: { ...check, ...timesOf(press) }, files: [] }),
  messages: {
    kind: 'stops',
    about: ({ input }) => ({
      what: t`Load checked: ${plural(input.stops.length, { one: '1 stop', other: '# stops' })}`,
      who: null,
      amount_fils: null,
    }),
    failed: (_, problem) =>
      problem && problem.status < 500
        ? {
            ...plainFailure(t`The shop could not be notified of the load`),
            description: refusalText(problem) ?? '',
          }
        : null,
    notMade: () => plainFailure(t`The check of the load could not be saved.`),
    done: () => [],
    notices: ({ problem }) => ({
      refused: { title: t`The shop could not be notified of the load`, text: refusalText(problem) },
    }),
  },
};
