import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { plainFailure } from '../../api/problem-messages.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { useBusy } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast.ts';
import type { DeskAction } from '../actions/desk-actions.ts';
import { formatCount } from '../figures/format-count.ts';
import { showHint } from '../line/desk-line.ts';
import type { ReportAddress } from './report-address.ts';
import type { OpenReport } from './use-report.ts';

/** The largest number of rows that are printed; more can only be exported. */
export const PRINTED_MAX = 5_000;

/** Prints the open report. All rows are read for it, since the screen has loaded only some. */
export function usePrintReport(address: ReportAddress, { open, fault, read }: OpenReport) {
  const [whole, setWhole] = useState<{ of: string; rows: readonly ReportRow[] } | null>(null);
  const [busy, run] = useBusy();
  const count = read.data?.totals?.rows ?? 0;
  const query = { report: open.report, ...open.days, ...open.filters, way: address.way };
  const of = JSON.stringify(query);
  // If the user has opened other days in the meantime, these rows are no longer printed.
  const rows = whole?.of === of ? whole.rows : null;

  useEffect(() => {
    if (whole && whole.of !== of) setWhole(null);
  }, [whole, of]);

  useEffect(() => {
    if (!rows) return;
    const after = () => setWhole(null);
    addEventListener('afterprint', after, { once: true });
    // In its own task: within an effect, React would render the print view after the browser's snapshot.
    const stop = thisTab.timer.after(0, () => window.print());
    return () => {
      stop();
      removeEventListener('afterprint', after);
    };
  }, [rows]);

  async function print(): Promise<void> {
    try {
      setWhole({ of, rows: await allRows() });
    } catch {
      showToast(plainFailure(t`The report could not be read for printing`));
    }
  }

  async function allRows(): Promise<ReportRow[]> {
    const all: ReportRow[] = [];
    for (let after: string | null | undefined; after !== null && all.length < PRINTED_MAX; ) {
      const page = await callEndpoint('read_report', { query: { ...query, ...(after && { after }) } });
      all.push(...page.rows);
      after = page.next;
    }
    return all;
  }

  const action: DeskAction = {
    id: 'print',
    title: t`Print`,
    key: 'mod+p',
    run: () => {
      if (fault || count === 0) showHint(t`There is nothing to print.`);
      else if (count > PRINTED_MAX)
        showHint(
          t`At most ${formatCount(PRINTED_MAX)} rows can be printed. Export the report or choose fewer days.`,
        );
      else void run(print);
    },
  };
  return { action, busy, rows };
}
