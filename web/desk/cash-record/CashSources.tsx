import { t } from '@lingui/core/macro';
import { ClipboardList } from 'lucide-react';
import { Link } from 'wouter';
import type {
  CashSource,
  CashSources as Sources,
} from '../../../contract/operations/desk/cash/read-cash-sources.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { CashRecordKind } from '../../../contract/rules/cash-records.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { holderText, reasonText } from '../cash-path/movement-messages.ts';
import { RecordLink } from '../cash-path/RecordLink.tsx';
import { deskOrderPath } from '../shell/desk-places.ts';
import { ListFrame } from '../table/ListFrame.tsx';
import { sourceKey, useCashSources } from './use-cash-sources.ts';

/** The orders whose cash a record moved, and the cash that came from other sources. */
export function CashSources({ kind, id }: { kind: CashRecordKind; id: string }) {
  const read = useCashSources(kind, id);
  return (
    <TitledCard icon={ClipboardList} title={t`Orders this cash came from`}>
      <p className="text-muted text-sm">
        {t`Cash is counted first in, first out: a holder's oldest cash is handed on first.`}
      </p>
      <ListFrame read={read} failed={t`The orders could not be loaded`}>
        {(data) => (
          <>
            <SourceTable read={data} />
            {data.next_fils !== null && (
              <Button
                variant="secondary"
                className="self-start"
                busy={read.loading_more}
                onClick={() => void read.loadMore()}
              >
                {t`Load more`}
              </Button>
            )}
          </>
        )}
      </ListFrame>
    </TitledCard>
  );
}

function SourceTable({ read: { sources, amount_fils, next_fils } }: { read: Sources }) {
  const listed_fils = sources.reduce((sum, source) => sum + source.amount_fils, 0);
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t`Orders this cash came from`}</caption>
      <thead>
        <tr className="border-line border-b text-muted">
          <th scope="col" className="py-2 pe-3 text-start font-medium">{t`Order`}</th>
          <th scope="col" className="py-2 pe-3 text-start font-medium max-sm:hidden">{t`Collected by`}</th>
          <th scope="col" className="py-2 pe-3 text-start font-medium max-sm:hidden">{t`When`}</th>
          <th scope="col" className="py-2 text-end font-medium">{t`Amount`}</th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <SourceRow key={sourceKey(source)} source={source} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="py-2 pe-3 text-start font-medium">
            {next_fils === null ? t`Total` : t`Listed so far, of ${formatMoney(amount_fils)}`}
          </th>
          <td className="max-sm:hidden" />
          <td className="max-sm:hidden" />
          <td className="py-2 text-end">
            <Money amount_fils={listed_fils} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function SourceRow({ source }: { source: CashSource }) {
  const time_zone = useTimeZone();
  const { step, amount_fils } = source;
  const at = formatDateTime(step.occurred_at, time_zone);
  const taken_by = source.order ? holderText(step.to) : null;
  return (
    <tr className="border-line border-b align-top">
      <th scope="row" className="min-w-0 py-2 pe-3 text-start font-normal wrap-anywhere">
        <Origin source={source} />
        <span className="block text-muted sm:hidden">
          {taken_by !== null && (
            <>
              <bdi>{taken_by}</bdi> ·{' '}
            </>
          )}
          {at}
        </span>
      </th>
      <td className="py-2 pe-3 wrap-anywhere max-sm:hidden">
        {taken_by === null ? '—' : <bdi>{taken_by}</bdi>}
      </td>
      <td className="whitespace-nowrap py-2 pe-3 max-sm:hidden">{at}</td>
      <td className="whitespace-nowrap py-2 text-end">
        <Money amount_fils={amount_fils} />
        {source.order && amount_fils !== step.amount_fils && (
          <span className="block text-muted">{t`of ${formatMoney(step.amount_fils)}`}</span>
        )}
      </td>
    </tr>
  );
}

/** Links to the order, or names the other source of the cash. */
function Origin({ source: { kind, order, step } }: { source: CashSource }) {
  if (order) {
    return (
      <Link
        to={deskOrderPath(order.order_id)}
        className="text-accent underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
      >
        <bdi>#{order.order_number}</bdi>
      </Link>
    );
  }
  if (kind === 'outside') return <RecordLink record={step.record}>{reasonText(step.reason)}</RecordLink>;
  const giver = holderText(step.from);
  const words = {
    not_booked: t`Not yet booked to ${giver}`,
    round: t`Circulated among holders without a known source`,
    far: t`Not traced further back`,
  }[kind === 'order' ? 'far' : kind];
  return <RecordLink record={step.record}>{words}</RecordLink>;
}
