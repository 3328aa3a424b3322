import { t } from '@lingui/core/macro';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { CashEquation } from '../../../contract/operations/desk/cash/read-cash-equation.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { Money } from '../../components/Money.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { AccountsOfPeople } from './AccountsOfPeople.tsx';
import { HolderSums } from './HolderSums.tsx';
import { netOf } from './net-of.ts';

/** The equation of the cash book with all holders, and the cash and accounts of each person (ruling A2). */
export function CashBook() {
  const read = useDeskRead('read_cash_equation');
  return (
    <>
      <PageHeading
        subtitle={t`The cash of staff is what came from the other holders, less what went to them.`}
        mark={<AsOfMark read={read} />}
      />
      <ReadFrame
        read={read}
        failed={t`The cash book could not be loaded`}
        loading={<Loading text={t`Loading...`} shapes={['h-24', 'h-80', 'h-60']} />}
      >
        {(equation) => (
          <div className="flex max-w-[68.75rem] flex-col gap-4">
            <Result equation={equation} />
            <HolderSums equation={equation} />
            <AccountsOfPeople people={equation.people} />
          </div>
        )}
      </ReadFrame>
    </>
  );
}

/** The cash of staff, and the result of the comparison. */
function Result({ equation }: { equation: CashEquation }) {
  const { staff_fils, waiting_fils, is_equal, holders } = equation;
  const gap_fils = Math.abs(staff_fils - netOf(holders.map(({ total }) => total)));
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Facts>
        <Fact name={t`Cash of staff`}>
          <Money amount_fils={staff_fils} lead />
          {waiting_fils !== 0 && (
            <span className="block text-sm text-warn">{t`${formatMoney(waiting_fils)} of it waiting to be posted`}</span>
          )}
        </Fact>
      </Facts>
      {is_equal ? (
        <Notice tone="done" icon={CircleCheck} title={t`Equal`}>
          {t`Both sides of the cash book are equal.`}
        </Notice>
      ) : (
        <Notice tone="danger" icon={CircleAlert} title={t`Not equal: run cash verify`}>
          {t`The two sides differ by ${formatMoney(gap_fils)}. The operator runs mandoob cash verify, which names every wrong record.`}
        </Notice>
      )}
    </div>
  );
}
