import { t } from '@lingui/core/macro';
import { Users, Wallet } from 'lucide-react';
import { Link } from 'wouter';
import type { CashEquation } from '../../../contract/operations/desk/cash/read-cash-equation.schema.ts';
import { formatAmount } from '../../../contract/rules/amounts/money.ts';
import { roleText } from '../../messages/order-messages.ts';
import { Badge } from '../../ui/Badge.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { personPath } from '../shell/desk-places.ts';

type Person = CashEquation['people'][number];
const ACCOUNTS = ['cash_fils', 'shortage_fils', 'over_fils'] as const;
const NUMBER = 'amount py-2 ps-3 text-end';

/** Everyone with cash, a shortage or an over; disabled users stay listed (ruling A7). */
export function AccountsOfPeople({ people }: { people: readonly Person[] }) {
  return (
    <TitledCard icon={Users} title={t`People`}>
      {people.length === 0 ? (
        <EmptyState
          icon={Wallet}
          title={t`No one holds any cash`}
          description={t`Everyone with cash, a shortage or an over appears here.`}
        />
      ) : (
        <Table people={people} />
      )}
    </TitledCard>
  );
}

function Table({ people }: { people: readonly Person[] }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t`People`}</caption>
      <thead>
        <tr className="border-line border-b text-muted">
          <th scope="col" className="py-2 text-start font-medium">{t`Name`}</th>
          <th scope="col" className="py-2 ps-3 text-end font-medium">{t`Cash (AED)`}</th>
          <th scope="col" className="py-2 ps-3 text-end font-medium">{t`Shortage`}</th>
          <th scope="col" className="py-2 ps-3 text-end font-medium">{t`Over`}</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.user_id} className="border-line border-b align-top">
            <th scope="row" className="min-w-0 py-2 text-start font-normal">
              <Name person={person} />
            </th>
            {ACCOUNTS.map((account) => (
              <td key={account} className={NUMBER}>
                {person[account] === 0 ? '—' : formatAmount(person[account])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" className="py-2 text-start font-semibold">{t`Total`}</th>
          {ACCOUNTS.map((account) => (
            <td key={account} className={NUMBER}>
              {formatAmount(people.reduce((sum, person) => sum + person[account], 0))}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

function Name({ person: { user_id, full_name, role, disabled } }: { person: Person }) {
  return (
    <>
      <Link
        to={personPath(user_id)}
        className="wrap-anywhere hover:underline focus-visible:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
      >
        <bdi>{full_name}</bdi>
      </Link>
      <span className="flex flex-wrap items-center gap-2 text-muted">
        {role && roleText(role)}
        {disabled && <Badge tone="danger">{t`Disabled`}</Badge>}
      </span>
    </>
  );
}
