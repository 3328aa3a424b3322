import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { CashStep } from '../../../contract/schemas/cash-paths.ts';
import { cashRecordPath } from '../shell/desk-places.ts';

type Props = { record: CashStep['record']; children: ReactNode };

/** Links a step to its record. A delivery belongs to the order, and an operator's booking has no page. */
export function RecordLink({ record, children }: Props) {
  if (!record || record.kind === 'delivery') return children;
  return (
    <Link
      to={cashRecordPath(record.kind, record.id)}
      className="wrap-anywhere text-accent underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
    >
      {children}
    </Link>
  );
}
