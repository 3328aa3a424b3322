import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { Link } from 'wouter';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import type { Approval } from '../../../contract/schemas/approvals.ts';
import { FactsTable } from '../../components/correction/FactsTable.tsx';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { DocumentButton } from '../proofs/DocumentButton.tsx';
import { cashRecordPath, deskOrderPath } from '../shell/desk-places.ts';
import { AccountChanges } from './AccountChanges.tsx';
import { ApprovalActions } from './ApprovalActions.tsx';
import { Expires } from './approval-columns.tsx';
import { changesAccounts, outcomeText } from './approval-messages.ts';
import { ExpenseFacts } from './ExpenseFacts.tsx';

/** One request: the accounts that it changes, its reason, the user who made it, and the decision. */
export function ApprovalDetails({ approval }: { approval: Approval }) {
  const time_zone = useTimeZone();
  const id = useId();
  const { decision, changes, reason, reference, expense, order, requested_by, requested_at, expires_at } =
    approval;
  const is_changed = decision?.outcome === 'approved';
  return (
    <div className="flex flex-col gap-6">
      {decision ? <Decision decision={decision} /> : <ApprovalActions approval={approval} />}
      {changesAccounts(approval) && (!decision || is_changed) && (
        <section aria-labelledby={id} className="flex flex-col gap-2">
          <h4 id={id} className="font-semibold">
            {is_changed ? t`Changes made` : t`Changes on approval`}
          </h4>
          <AccountChanges changes={changes} />
        </section>
      )}
      {approval.correction && <FactsTable {...approval.correction} />}
      {approval.correction?.document && (
        <DocumentButton
          file={{ bucket: 'order-deliveries', ...approval.correction.document }}
          title={t`Document of the correction`}
        />
      )}
      <Facts className="sm:grid-cols-2">
        {expense && <ExpenseFacts expense={expense} />}
        {reason !== null && (
          <Fact name={expense ? t`Note` : t`Reason`} className="sm:col-span-2">
            <p dir="auto">{reason}</p>
          </Fact>
        )}
        <Fact name={t`Requested by`}>
          <bdi>{requested_by.full_name}</bdi>
        </Fact>
        <Fact name={t`Requested`}>{formatDateTime(requested_at, time_zone)}</Fact>
        {!decision && (
          <Fact name={t`Expires`}>
            <Expires at={expires_at} />, {formatDateTime(expires_at, time_zone)}
          </Fact>
        )}
        <Fact name={t`Person`}>
          <bdi>{approval.full_name}</bdi>
        </Fact>
        {order && !approval.expense && (
          <Fact name={t`Order`}>
            <Link to={deskOrderPath(order.id)} className={LINK}>
              <bdi>{t`Order #${order.order_number}`}</bdi>
            </Link>
          </Fact>
        )}
        {!changesAccounts(approval) && (
          <Fact name={approval.kind === 'unpaid' ? t`Due` : t`Amount`}>
            <Money amount_fils={approval.amount_fils} />
          </Fact>
        )}
        {reference !== null && (
          <Fact name={t`Reference`} className="sm:col-span-2">
            <Reference approval={approval} />
          </Fact>
        )}
      </Facts>
    </div>
  );
}

const LINK =
  'wrap-anywhere text-accent underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center';

function Reference({ approval: { record, reference } }: { approval: Approval }) {
  if (!record) return <bdi>{reference}</bdi>;
  return (
    <Link to={cashRecordPath(record.kind, record.id)} className={LINK}>
      <bdi>{reference}</bdi>
    </Link>
  );
}

const TONES: Record<NonNullable<Approval['decision']>['outcome'], BadgeTone> = {
  approved: 'done',
  refused: 'danger',
  withdrawn: 'neutral',
  expired: 'neutral',
};

function Decision({ decision }: { decision: NonNullable<Approval['decision']> }) {
  const time_zone = useTimeZone();
  const { outcome, by, reason, decided_at } = decision;
  return (
    <Facts className="sm:grid-cols-2">
      <Fact name={t`Decision`}>
        <Badge tone={TONES[outcome]}>{outcomeText(outcome)}</Badge>
      </Fact>
      <Fact name={t`Decided`}>
        {by && (
          <>
            <bdi>{by.full_name}</bdi>,{' '}
          </>
        )}
        {formatDateTime(decided_at, time_zone)}
      </Fact>
      {reason !== null && (
        <Fact name={t`Reason of the decision`} className="sm:col-span-2">
          <p dir="auto">{reason}</p>
        </Fact>
      )}
    </Facts>
  );
}
