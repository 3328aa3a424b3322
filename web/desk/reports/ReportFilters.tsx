import { t } from '@lingui/core/macro';
import type { LabelList } from '../../../contract/labels/label-list.ts';
import { TENDER_LABELS } from '../../../contract/labels/order-labels.ts';
import {
  BEYOND_STAFF_LABELS,
  HANDOVER_TYPE_LABELS,
  ORDER_CHANGE_LABELS,
  REASON_LABELS,
} from '../../../contract/labels/report-labels.ts';
import { REFERENCE_TENDER_LABELS } from '../../../contract/labels/taking-labels.ts';
import { TENDERS } from '../../../contract/rules/orders/tender.ts';
import {
  CASH_FLOWS,
  REPORTS,
  type ReportFilter,
  type ReportName,
} from '../../../contract/rules/reports/reports.ts';
import { label } from '../../messages/label.ts';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { InlineCheck, InlineSelect } from './Inline.tsx';
import type { ReportFilters as Filters, ReportAddress } from './report-address.ts';
import { flowText } from './report-messages.ts';

type Props = { report: ReportName; filters: Filters; onFilters: (filters: Filters) => void };

/** The filters of the open report, except its days. */
export function ReportFilters({ report, filters, onFilters }: Props) {
  const supported: readonly ReportFilter[] = REPORTS[report].filters;
  const of_drivers = REPORTS[report].clock !== 'recorded';
  const people = usePeople(of_drivers, filters.user_id);
  const change = (filter: ReportFilter) => (value: string) =>
    onFilters({ ...filters, [filter]: value === '' ? undefined : value });
  const chosen = choices(people, of_drivers);
  return supported.map((filter) => {
    const choice = chosen[filter];
    return choice.options ? (
      <InlineSelect
        key={filter}
        label={choice.label}
        value={filters[filter] ?? ''}
        options={[['', choice.all], ...choice.options]}
        onValue={change(filter)}
      />
    ) : (
      <InlineCheck
        key={filter}
        label={choice.label}
        checked={filters[filter] !== undefined}
        onChecked={(checked) => change(filter)(checked ? 'yes' : '')}
      />
    );
  });
}

/** The active filters as a line of text for print. */
export function PrintedFilters({ address: { report, filters } }: { address: ReportAddress }) {
  const of_drivers = REPORTS[report].clock !== 'recorded';
  const people = usePeople(of_drivers, filters.user_id);
  const chosen = choices(people, of_drivers);
  const words = REPORTS[report].filters.flatMap((filter: ReportFilter) => {
    const value = filters[filter];
    if (value === undefined) return [];
    const { label, options } = chosen[filter];
    const choice = options?.find(([one]) => one === value);
    return [choice ? `${label}: ${choice[1]}` : label];
  });
  return words.length > 0 && <p className="hidden print:block">{words.join(' · ')}</p>;
}

type Option = readonly [value: string, words: string];
type Choice =
  | { label: string; options?: never }
  /** `all`: the option without a filter. */
  | { label: string; all: string; options: readonly Option[] };

function choices(people: readonly Option[], of_drivers: boolean): Record<ReportFilter, Choice> {
  return {
    user_id: { label: of_drivers ? t`Driver` : t`Person`, all: t`Everyone`, options: people },
    tender: {
      label: t`Paid by`,
      all: t`Any method`,
      options: [
        ...TENDERS.map((tender) => [tender, label(TENDER_LABELS, tender)] as const),
        ...labelled(REFERENCE_TENDER_LABELS),
        ['none', t`Nothing collected`],
      ],
    },
    change: { label: t`Change`, all: t`Any change`, options: labelled(ORDER_CHANGE_LABELS) },
    reason: { label: t`Reason`, all: t`Any reason`, options: labelled(REASON_LABELS) },
    beyond: { label: t`From or to`, all: t`Anyone`, options: labelled(BEYOND_STAFF_LABELS) },
    flow: { label: t`Direction`, all: t`Both`, options: CASH_FLOWS.map((flow) => [flow, flowText(flow)]) },
    handover_type: {
      label: t`Start or end`,
      all: t`Both`,
      options: labelled(HANDOVER_TYPE_LABELS),
    },
    undone: {
      label: t`Undone`,
      all: t`All attempts`,
      options: [
        ['no', t`Without undone ones`],
        ['yes', t`Only undone ones`],
      ],
    },
    differs: { label: t`Only differences` },
    late: { label: t`Only recorded late` },
  };
}

function labelled(list: LabelList): Option[] {
  return Object.keys(list.english).map((value) => [value, label(list, value)]);
}

/** Returns the people to choose from, including a former employee whom the address names. */
function usePeople(of_drivers: boolean, chosen_id: string | undefined): readonly Option[] {
  const { data } = useDeskRead('list_report_people');
  const people = (data?.people ?? [])
    .filter(({ user_id, drives }) => !of_drivers || drives || user_id === chosen_id)
    .map(
      ({ user_id, full_name, disabled }) =>
        [user_id, disabled ? t`${full_name} (disabled)` : full_name] as const,
    );
  const is_known = chosen_id === undefined || people.some(([user_id]) => user_id === chosen_id);
  return is_known ? people : [...people, [chosen_id, data ? t`Unknown user` : '…']];
}
