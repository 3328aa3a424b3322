import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import type { CorrectionState } from '../../../contract/rules/orders/corrections.ts';
import type { DeliveryFacts, ListedCorrection } from '../../../contract/schemas/corrections.ts';
import { differenceText } from '../../messages/order-messages.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { useTimeZone } from '../open-screen.ts';
import { FactsTable } from './FactsTable.tsx';

type Props = {
  /** The facts as recorded at first. */
  facts: DeliveryFacts;
  corrections: readonly ListedCorrection[];
  /** The buttons that open the document and the photo of a correction. */
  proofs: (correction: ListedCorrection) => ReactNode;
};

const TONES: Record<CorrectionState, BadgeTone> = {
  recorded: 'done',
  pending: 'warn',
  refused: 'danger',
  withdrawn: 'neutral',
  expired: 'neutral',
};

function stateText(state: CorrectionState): string {
  return {
    recorded: t`Corrected`,
    pending: t`Waiting for approval`,
    refused: t`Not approved`,
    withdrawn: t`Withdrawn`,
    expired: t`Expired`,
  }[state];
}

/** The corrections of a delivery, first to last, each with what it changed; nothing without one. */
export function Corrections({ facts, corrections, proofs }: Props) {
  const time_zone = useTimeZone();
  if (corrections.length === 0) return null;
  return (
    <ul aria-label={t`Corrections`} className="flex flex-col gap-3">
      {corrections.map((one) => (
        <li key={one.id} className="flex flex-col gap-2 rounded-card border border-line p-3">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
            <Badge tone={TONES[one.state]}>{stateText(one.state)}</Badge>
            <span className="text-muted">{formatDateTime(one.recorded_at, time_zone)}</span>
            {one.by !== '' && <bdi>{one.by}</bdi>}
            {one.decided_by !== null && (
              <span className="text-muted">
                {one.state === 'recorded' ? t`Approved by ${one.decided_by}` : one.decided_by}
              </span>
            )}
          </p>
          <FactsTable before={factsBefore(facts, corrections, one)} after={one.facts} />
          {one.difference_fils !== 0 && (
            <p className="text-sm text-warn first-letter:uppercase">{differenceText(one.difference_fils)}</p>
          )}
          {one.reason !== null && (
            <p dir="auto" className="wrap-anywhere text-sm">
              {one.reason}
            </p>
          )}
          {proofs(one)}
        </li>
      ))}
    </ul>
  );
}

/** Returns the facts that a correction found: those of the last recorded one with a smaller number. */
function factsBefore(
  facts: DeliveryFacts,
  corrections: readonly ListedCorrection[],
  { number }: ListedCorrection,
): DeliveryFacts {
  const earlier = corrections.filter((one) => one.state === 'recorded' && one.number < number);
  return earlier.at(-1)?.facts ?? facts;
}

/** Returns the present facts of a delivery, and the number of its recorded corrections. */
export function presentFacts(facts: DeliveryFacts, corrections: readonly ListedCorrection[]) {
  const recorded = corrections.filter(({ state }) => state === 'recorded');
  return { facts: recorded.at(-1)?.facts ?? facts, corrections: recorded.length };
}
