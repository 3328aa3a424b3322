import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { readDeliveryHours } from '../../../contract/operations/screens/read-delivery-hours.ts';
import { readHeldOverTime } from '../../../contract/operations/screens/read-held-over-time.ts';
import { knowEndpoints } from '../../api/client.ts';
import type { Open } from '../reports/report-links.ts';
import { DeliveryHours } from './DeliveryHours.tsx';
import { HeldOverTime } from './HeldOverTime.tsx';
import { RowBars } from './RowBars.tsx';

knowEndpoints({ read_delivery_hours: readDeliveryHours, read_held_over_time: readHeldOverTime });

type Props = {
  open: Open;
  /** Those rows of the report that have been read. */
  rows: readonly ReportRow[];
  /** How many rows the report has. */
  all: number;
};

/** What a report looks like: its rows as bars, or what no row of it says. */
export function ReportChart({ open, rows, all }: Props) {
  const { report, days } = open;
  if (report === 'deliveries') return <DeliveryHours open={open} />;
  // At the end of one day there is one point.
  if (report === 'holders' && days.from !== days.to) return <HeldOverTime open={open} />;
  return <RowBars open={open} rows={rows} all={all} />;
}
