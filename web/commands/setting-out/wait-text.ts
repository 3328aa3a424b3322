import { t } from '@lingui/core/macro';
import { dayOf, formatDate } from '../../../contract/rules/dates/dates.ts';
import type { StopWait } from './stop-wait.ts';

/** The day of the promised time and the present one are compared in the shop's time zone. */
type Promised = { promised_at: string | null | undefined; now: Date; time_zone: string };

/** Returns the text about the step for which a stop waits; a packed stop also names a later promised day. */
export function waitText(wait: StopWait, { promised_at, now, time_zone }: Promised): string {
  switch (wait) {
    case 'picking':
      return t`Being picked`;
    case 'packed':
      if (promised_at && dayOf(promised_at, time_zone) > dayOf(now, time_zone))
        return t`Waiting for the shop to hand it over · For ${formatDate(promised_at, time_zone)}`;
      return t`Waiting for the shop to hand it over`;
    case 'ready':
      return t`Ready: set out`;
    case 'shop':
      return t`Waiting for the shop to send it out`;
    case 'payment':
      return t`Waiting for the shop's decision about the payment`;
    case 'attempt':
      return t`Waiting for the shop's decision`;
  }
}
