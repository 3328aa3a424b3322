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

/** The first of them in one line of a list; a long name is truncated, never an amount. */
export function ChangesLine({
  approval: { changes, full_name, amount_fils, order },
}: {
  approval: Approval;
}) {
  const [first] = changes;
  const about = order ? t`Order #${order.order_number} · ${full_name}` : full_name;
  const name = first ? accountText(first) : about;
  const more = changes.length - 1;
  return (
    <span className="flex min-w-0 gap-1">
      <bdi title={name} className="min-w-0 truncate">
        {name}
      </bdi>
      <span className="shrink-0">
        {/* The colon stays with the amount if the name is truncated. */}
        <span className="-ms-1">: </span>
        {first ? <BeforeAndAfter change={first} /> : <Money amount_fils={amount_fils} />}
        {more > 0 && <span className="text-muted"> {t`+${more}`}</span>}
      </span>
    </span>
  );
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
