import { t } from '@lingui/core/macro';
import { ATTEMPT_CONFLICT_LABELS } from '../../../../contract/labels/attempt-labels.ts';
import type {
  DeskAttempt,
  OrderPage,
} from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { formatDateTime } from '../../../../contract/rules/dates/dates.ts';
import { mapsAddress } from '../../../components/customer-contact.tsx';
import { useTimeZone } from '../../../components/open-screen.ts';
import { label } from '../../../messages/label.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { ImageProof } from '../../proofs/ImageProof.tsx';
import { attemptPhotoMessages } from '../../proofs/image-messages.ts';
import { attemptReasonText, nextTimeText } from '../attempt-messages.ts';
import { Erased } from './Erased.tsx';

type Props = { attempts: readonly DeskAttempt[]; order: OrderPage['order'] };

/** The attempts of an order, the latest first, each with its photo. */
export function Attempts({ attempts, order }: Props) {
  return (
    <ol className="flex flex-col gap-4">
      {attempts.toReversed().map((attempt) => (
        <li key={attempt.id} className="flex flex-col gap-3 border-line border-s-2 ps-3 text-sm">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <bdi>{attemptReasonText(attempt)}</bdi>
            <StateOf attempt={attempt} />
          </p>
          <AttemptFacts attempt={attempt} />
          {attempt.photo && (
            <div className="flex flex-col items-start gap-2">
              <ImageProof
                file={attempt.photo}
                words={attemptPhotoMessages(order.order_number, attempt.number)}
              />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

function StateOf({ attempt: { is_open, undone, conflict } }: { attempt: DeskAttempt }) {
  return (
    <>
      {is_open && <Badge tone="warn">{t`Waits for your decision`}</Badge>}
      {undone && <Badge>{t`Undone by the driver`}</Badge>}
      {conflict && <Badge tone="danger">{label(ATTEMPT_CONFLICT_LABELS, conflict)}</Badge>}
    </>
  );
}

function AttemptFacts({ attempt }: { attempt: DeskAttempt }) {
  const time_zone = useTimeZone();
  const { number, driver, note, next, position, erased_at } = attempt;
  const [occurred, recorded] = [attempt.occurred_at, attempt.recorded_at].map((time) =>
    formatDateTime(time, time_zone),
  );
  return (
    <Facts className="sm:grid-cols-2">
      <Fact name={t`Attempt`}>{number}</Fact>
      <Fact name={t`Driver`}>
        <bdi>{driver}</bdi>
      </Fact>
      <Fact name={t`Tried at`}>{occurred}</Fact>
      {recorded !== occurred && <Fact name={t`Recorded`}>{recorded}</Fact>}
      {next && <Fact name={t`Asked for`}>{nextTimeText(next)}</Fact>}
      {erased_at === null && note !== null && (
        <Fact name={t`Note`} className="sm:col-span-2">
          <p dir="auto" className="whitespace-pre-line">
            {note}
          </p>
        </Fact>
      )}
      {position && (
        <Fact name={t`Position`}>
          <a
            href={mapsAddress(`${position.latitude},${position.longitude}`)}
            target="_blank"
            rel="noopener noreferrer"
            className="text-accent underline"
          >
            <bdi dir="ltr" className="amount">
              {position.latitude}, {position.longitude}
            </bdi>
            <span className="sr-only"> {t`(opens in maps)`}</span>
          </a>
        </Fact>
      )}
      {erased_at !== null && (
        <Fact name={t`Note, photo and position`} className="sm:col-span-2">
          <Erased at={erased_at} />
        </Fact>
      )}
    </Facts>
  );
}
