import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { Difference } from '../../../contract/operations/desk/differences/list-differences.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { UnsentCommands } from '../../commands/notices/UnsentCommands.tsx';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { DocumentButton } from '../proofs/DocumentButton.tsx';
import { APPROVALS_PATH } from '../shell/desk-places.ts';
import { AccountFacts } from './AccountFacts.tsx';
import { DifferenceActions, type Step } from './DifferenceActions.tsx';
import { accountTitle, settlementText } from './difference-messages.ts';

/** A booked shortage or over: what is open, its settlements so far, and the steps that settle it. */
export function DifferenceDetails({ row }: { row: Difference }) {
  const { account, open_fils, amount_fils, requested_fils } = row;
  const [step, setStep] = useState<Step | null>(null);
  return (
    <div className="flex flex-col gap-6">
      {open_fils > 0 && <DifferenceActions row={row} step={step} setStep={setStep} />}
      {(step !== 'payment' || open_fils === 0) && <UnsentPayments difference_id={row.id} />}
      <Facts className="grid-cols-2">
        <Fact name={t`Open`}>
          <Money amount_fils={open_fils} lead />
        </Fact>
        <Fact name={t`Booked`}>
          {accountTitle(account)} <Money amount_fils={amount_fils} />
        </Fact>
        {requested_fils !== null && (
          <Fact name={t`Approval requested`}>
            <Link to={APPROVALS_PATH} className="text-accent underline">
              <Money amount_fils={requested_fils} />
            </Link>
          </Fact>
        )}
        <Proposal row={row} />
      </Facts>
      <AccountFacts row={row} />
      <Settlements row={row} />
    </div>
  );
}

/** The user's payments of this difference that are not certainly recorded and that no dialog shows. */
function UnsentPayments({ difference_id }: { difference_id: string }) {
  return (
    <UnsentCommands endpoint="record_settlement" only={difference_id}>
      {({ amount_fils, reference }) => `${formatMoney(amount_fils)}, ${reference}`}
    </UnsentCommands>
  );
}

function Proposal({ row: { proposed } }: { row: Difference }) {
  const time_zone = useTimeZone();
  if (!proposed) return null;
  return (
    <Fact name={t`Proposed for the salary list`}>
      <Money amount_fils={proposed.amount_fils} />
      <span className="block text-muted text-sm">
        <bdi>{proposed.by}</bdi>, {formatDateTime(proposed.at, time_zone)}
      </span>
      {proposed.reason !== null && (
        <span dir="auto" className="block text-sm">
          {proposed.reason}
        </span>
      )}
    </Fact>
  );
}

function Settlements({ row: { settlements, account } }: { row: Difference }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1">
      <h4 id={id} className="font-semibold">{t`Settlements`}</h4>
      {settlements.length === 0 ? (
        <p className="text-muted">{t`Nothing is settled yet.`}</p>
      ) : (
        <ol className="divide-y divide-line">
          {settlements.map((settlement) => (
            <Settlement key={settlement.id} settlement={settlement} account={account} />
          ))}
        </ol>
      )}
    </section>
  );
}

type SettlementProps = { settlement: Difference['settlements'][number]; account: Difference['account'] };

function Settlement({ settlement, account }: SettlementProps) {
  const time_zone = useTimeZone();
  const { kind, amount_fils, by, recorded_at, reason, reference, receipt, order_number } = settlement;
  return (
    <li className="flex flex-col gap-1 py-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>
          {settlementText(kind, account)}
          {order_number !== null && (
            <>
              , <bdi>#{order_number}</bdi>
            </>
          )}
        </span>
        <Money amount_fils={amount_fils} />
      </p>
      <p className="text-muted text-sm">
        {formatDateTime(recorded_at, time_zone)} · <bdi>{by}</bdi>
      </p>
      {reason !== null && (
        <p dir="auto" className="text-sm">
          {reason}
        </p>
      )}
      {receipt && (
        <div>
          <DocumentButton file={receipt} title={reference ?? t`Receipt`} />
        </div>
      )}
    </li>
  );
}
