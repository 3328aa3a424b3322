import { t } from '@lingui/core/macro';
import { type CSSProperties, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { REPORT_NAMES, type ReportName } from '../../../contract/rules/reports/reports.ts';
import { classNames } from '../../ui/class-names.ts';
import { useDeskActions } from '../actions/desk-actions.ts';
import { KeyHint } from '../actions/KeyHint.tsx';
import { type AddressPeriod, type ReportFilters, reportPath } from './report-address.ts';
import { reportTitle } from './report-messages.ts';
import { type Edges, useScrollEdges } from './use-scroll-edges.ts';

type Props = { open: ReportName | null; period: AddressPeriod; filters: ReportFilters };

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** The tabs of the reports. Each keeps the period, and the filters that its report supports. */
export function ReportTabs({ open, period, filters }: Props) {
  const [, navigate] = useLocation();
  const tabs = REPORT_NAMES.map((report, at) => ({
    report,
    title: reportTitle(report),
    key: KEYS[at],
    path: reportPath({ report, period, filters }),
  }));
  useDeskActions(
    t`Reports`,
    tabs.map(({ report, title, key, path }) => ({ id: report, title, key, run: () => navigate(path) })),
  );
  const list = useRef<HTMLUListElement>(null);
  const edges = useScrollEdges(list, tabs.map(({ title }) => title).join());
  // On a narrow screen the tabs are wider than the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another report is opened
  useEffect(() => {
    list.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
  }, [open]);
  return (
    <nav aria-label={t`Reports`} className="min-w-0 shrink-0">
      <ul ref={list} style={fadeOut(edges)} className="flex gap-1 overflow-x-auto">
        {tabs.map(({ report, title, key, path }) => (
          <li key={report}>
            <Link
              to={path}
              aria-current={report === open ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-9 items-center gap-1.5 whitespace-nowrap rounded-card px-2.5 text-sm pointer-coarse:min-h-12',
                report === open ? 'bg-accent-soft font-semibold text-accent' : 'hover:bg-sunken',
              )}
            >
              {title}
              {key && (
                <span className="max-2xl:hidden">
                  <KeyHint keys={key} />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const FADE = '2.5rem';

/** Fades out the tabs at an edge that has more of them. An inline style, since nothing else uses it. */
function fadeOut({ start, end }: Edges): CSSProperties {
  const to = document.documentElement.dir === 'rtl' ? 'left' : 'right';
  const [first, last] = [
    start ? `transparent, #000 ${FADE}` : '#000',
    end ? `#000 calc(100% - ${FADE}), transparent` : '#000',
  ];
  return start || end ? { maskImage: `linear-gradient(to ${to}, ${first}, ${last})` } : {};
}
