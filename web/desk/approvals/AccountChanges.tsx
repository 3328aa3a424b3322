import { t } from '@lingui/core/macro';
import type { AccountChange, Approval } from '../../../contract/schemas/approvals.ts';
import { Money } from '../../components/Money.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Arrow } from '../cash-path/FromTo.tsx';
import { accountText } from './approval-messages.ts';

/** The accounts that a request changes, each before and after. */
export function AccountChanges({ changes }: Pick<Approval, 'changes'>) {
  if (changes.length === 0) return <p className="text-muted">{t`It changes no balance.`}</p>;
  return (
    <Facts>
      {changes.map((change) => (
        <Fact key={keyOf(change)} name={accountText(change)}>
          <BeforeAndAfter change={change} className="text-section" />
        </Fact>
      ))}
    </Facts>
  );
}

/** The same in one line of a list. */
export function ChangesLine({ approval: { changes, full_name, amount_fils } }: { approval: Approval }) {
  if (changes.length === 0) {
    return (
      <>
        <bdi>{full_name}</bdi>: <Money amount_fils={amount_fils} />
      </>
    );
  }
  return changes.map((change, at) => (
    <span key={keyOf(change)}>
      {at > 0 && ' · '}
      <bdi>{accountText(change)}</bdi>: <BeforeAndAfter change={change} />
    </span>
  ));
}

function BeforeAndAfter({ change, className }: { change: AccountChange; className?: string }) {
  return (
    <span className={className}>
      <Money amount_fils={change.before_fils} />
      <Arrow />
      <Money amount_fils={change.after_fils} />
    </span>
  );
}

const keyOf = ({ account, user_id }: AccountChange) => `${account} ${user_id}`;
