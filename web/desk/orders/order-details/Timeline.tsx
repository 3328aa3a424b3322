import { t } from '@lingui/core/macro';
import type { OrderPageEvent } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { useTimeZone } from '../../../components/open-screen.ts';
import { shortTime } from '../../../components/short-time.ts';
import { classNames } from '../../../ui/class-names.ts';
import { actorText, changeText, eventTitle } from './event-messages.ts';
import { takenLines } from './payment-event-messages.ts';

/** The events of an order, newest first, each with its user, reason, changes and times. */
export function Timeline({ events }: { events: readonly OrderPageEvent[] }) {
  const time_zone = useTimeZone();
  return (
    <ol className="flex flex-col gap-3">
      {events.map((event) => (
        <li key={event.id} className="flex flex-col gap-0.5 border-line border-s-2 ps-3 text-sm">
          <p className={classNames('wrap-anywhere font-medium', event.kind === 'conflict' && 'text-danger')}>
            {eventTitle(event)}
          </p>
          {event.reason && (
            <p dir="auto" className="wrap-anywhere">
              {event.reason}
            </p>
          )}
          {takenLines(event).map((line) => (
            <p key={line} className="wrap-anywhere">
              <bdi>{line}</bdi>
            </p>
          ))}
          {event.steps.length > 0 && (
            <ul className="wrap-anywhere">
              {event.steps.map((step, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line of history never changes
                <li key={at}>
                  <bdi>{changeText(step, time_zone)}</bdi>
                </li>
              ))}
            </ul>
          )}
          <p className="text-muted">
            <bdi>{actorText(event.by)}</bdi> · {timeText(event, time_zone)}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Shows the time of the event and, if it differs, the time at which it was recorded. */
function timeText({ kind, occurred_at, recorded_at }: OrderPageEvent, time_zone: string): string {
  const recorded = shortTime(recorded_at, time_zone);
  const at_door = occurred_at === null ? recorded : shortTime(occurred_at, time_zone);
  if (at_door === recorded) return recorded;
  return kind === 'attempted'
    ? t`tried ${at_door}, recorded ${recorded}`
    : t`delivered ${at_door}, recorded ${recorded}`;
}
