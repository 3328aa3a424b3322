import { t } from '@lingui/core/macro';
import { Scale } from 'lucide-react';
import { BEYOND_STAFF_LABELS } from '../../../contract/labels/report-labels.ts';
import type { CashEquation } from '../../../contract/operations/desk/cash/read-cash-equation.schema.ts';
import { formatAmount } from '../../../contract/rules/amounts/money.ts';
import { label } from '../../messages/label.ts';
import { TitledCard } from '../../ui/Card.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { netOf, type Side } from './net-of.ts';

type Part = 'total' | 'today';
const PARTS: readonly Part[] = ['total', 'today'];

const partText = (part: Part) => (part === 'total' ? t`In all` : t`Today`);

/** Each holder with what came from it and went to it, in all and today; on phones one table for each. */
export function HolderSums({ equation }: { equation: CashEquation }) {
  const is_wide = useMedia('(min-width: 48rem)');
  return (
    <TitledCard icon={Scale} title={t`Holders`}>
      <p className="text-muted text-sm">{t`Amounts in AED. Today's figures count by the time of recording.`}</p>
      {is_wide ? (
        <Table equation={equation} parts={PARTS} />
      ) : (
        PARTS.map((part) => <Table key={part} equation={equation} parts={[part]} />)
      )}
    </TitledCard>
  );
}

const NUMBER = 'amount py-2 ps-3 text-end';
/** The first column of a part, further from the previous part. */
const FIRST = 'amount py-2 ps-3 text-end md:ps-10';

function Table({ equation, parts }: { equation: CashEquation; parts: readonly Part[] }) {
  const { holders, staff_fils, staff_before_today_fils } = equation;
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{[t`Holders`, ...parts.map(partText)].join(', ')}</caption>
      <thead>
        <tr className="text-muted">
          <th
            scope="col"
            rowSpan={2}
            className="border-line border-b py-2 text-start align-bottom font-medium"
          >
            {t`Holder`}
          </th>
          {parts.map((part) => (
            <th key={part} scope="colgroup" colSpan={2} className="pt-2 ps-3 text-end font-medium">
              {partText(part)}
            </th>
          ))}
        </tr>
        <tr className="border-line border-b text-muted">
          {parts.map((part) => [
            <th
              key={`${part} in`}
              scope="col"
              className="py-2 ps-3 text-end font-medium md:ps-10"
            >{t`Came from`}</th>,
            <th key={`${part} out`} scope="col" className="py-2 ps-3 text-end font-medium">{t`Went to`}</th>,
          ])}
        </tr>
      </thead>
      <tbody>
        {holders.map((row) => (
          <tr key={row.holder} className="border-line border-b">
            <th scope="row" className="py-2 text-start font-normal">
              {label(BEYOND_STAFF_LABELS, row.holder)}
            </th>
            {parts.map((part) => (
              <Amounts key={part} side={row[part]} />
            ))}
          </tr>
        ))}
        <tr className="border-line border-b font-medium">
          <th scope="row" className="py-2 text-start font-medium">{t`Sum`}</th>
          {parts.map((part) => (
            <Amounts key={part} side={sumOf(holders.map((row) => row[part]))} />
          ))}
        </tr>
      </tbody>
      <tfoot>
        <Line
          name={t`Came from less went to`}
          parts={parts}
          of={(part) => netOf(holders.map((row) => row[part]))}
        />
        {parts.includes('total') && (
          <Line name={t`Cash of staff`} parts={parts} of={(part) => (part === 'total' ? staff_fils : null)} />
        )}
        {parts.includes('today') && (
          <Line
            name={t`Cash of staff at the start of the day`}
            parts={parts}
            of={(part) => (part === 'today' ? staff_before_today_fils : null)}
          />
        )}
      </tfoot>
    </table>
  );
}

function Amounts({ side: { in_fils, out_fils } }: { side: Side }) {
  return (
    <>
      <td className={FIRST}>{amountText(in_fils)}</td>
      <td className={NUMBER}>{amountText(out_fils)}</td>
    </>
  );
}

/** A line with one amount for each part; null leaves its cell empty. */
function Line({
  name,
  parts,
  of,
}: {
  name: string;
  parts: readonly Part[];
  of: (part: Part) => number | null;
}) {
  return (
    <tr className="font-semibold">
      <th scope="row" className="py-2 text-start font-semibold">
        {name}
      </th>
      {parts.map((part) => {
        const fils = of(part);
        return (
          <td key={part} colSpan={2} className={NUMBER}>
            {fils !== null && formatAmount(fils)}
          </td>
        );
      })}
    </tr>
  );
}

function sumOf(sides: readonly Side[]): Side {
  const added = (key: keyof Side) => sides.reduce((sum, side) => sum + side[key], 0);
  return { in_fils: added('in_fils'), out_fils: added('out_fils') };
}

const amountText = (fils: number) => (fils === 0 ? '—' : formatAmount(fils));
