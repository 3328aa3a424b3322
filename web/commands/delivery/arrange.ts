import { t } from '@lingui/core/macro';
import { plainFailure } from '../../api/problem-messages.ts';
import { isDeviceFull } from '../../offline/device-records.ts';
import { type Command, timesOf } from '../command.ts';

/** The driver's order of the stops, made from the arrangement that the driver saw. */
export type Arrangement = {
  arrangement_id: string;
  /** Null: the stops had not been arranged yet. */
  from_arrangement: string | null;
  order_ids: readonly string[];
};

/** A driver arranges the stops. Each command is its own subject, so several can be pending. */
export const arrange: Command<'arrange_stops', Arrangement> = {
  endpoint: 'arrange_stops',
  subject: ({ arrangement_id }) => arrangement_id,
  prepare: async ({ order_ids, ...arrangement }, press) => ({
    body: { ...arrangement, order_ids: [...order_ids], ...timesOf(press) },
    files: [],
  }),
  messages: {
    about: () => ({ what: t`Order of your stops`, who: null, amount_fils: null }),
    // A failed attempt is sent again; only a refusal discards the driver's order.
    failed: (_, problem) =>
      problem && problem.status < 500 ? plainFailure(t`The order of your stops could not be saved.`) : null,
    notMade: (error) =>
      plainFailure(
        isDeviceFull(error)
          ? t`This device has no storage left for the order of your stops.`
          : t`The order of your stops could not be saved.`,
      ),
    done: (_, { outcome }) =>
      outcome === 'arranged'
        ? []
        : [
            {
              kind: 'warning',
              title: t`The shop has arranged your stops`,
              description: t`The shop's order replaces yours. You can arrange the stops again.`,
            },
          ],
    notices: () => ({}),
  },
};
