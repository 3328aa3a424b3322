import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { readDeliveryHours } from '../../../contract/operations/screens/read-delivery-hours.ts';
import { readHeldOverTime } from '../../../contract/operations/screens/read-held-over-time.ts';
import { registerEndpoints } from '../../api/client.ts';
import type { Open } from '../reports/report-links.ts';
import { DeliveryHours } from './DeliveryHours.tsx';
import { HeldOverTime } from './HeldOverTime.tsx';
import { RowBars } from './RowBars.tsx';

registerEndpoints({ read_delivery_hours: readDeliveryHours, read_held_over_time: readHeldOverTime });

type Props = {
  open: Open;
  /** The rows of the report that have been loaded. */
  rows: readonly ReportRow[];
  /** The number of rows in the report. */
  all: number;
};

/** The chart of a report: its rows as bars, or for some reports figures that its rows do not contain. */
export function ReportChart({ open, rows, all }: Props) {
  const { report, days } = open;
  if (report === 'deliveries') return <DeliveryHours open={open} />;
  // A single day has only one closing balance for each holder.
  if (report === 'holders' && days.from !== days.to) return <HeldOverTime open={open} />;
  return <RowBars open={open} rows={rows} all={all} />;
}
