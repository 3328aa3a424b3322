import { t } from '@lingui/core/macro';
import { ScrollText } from 'lucide-react';
import { Link } from 'wouter';
import type { AuditEventDetail } from '../../../contract/operations/desk/audit/read-audit-event.schema.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import type { AuditRow } from '../../../contract/schemas/audit.ts';
import { ProblemError } from '../../api/errors.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { AsOf, ReadFailure } from '../../components/ReadFrame.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { deskOrderPath, personPath } from '../shell/desk-places.ts';
import { About } from './audit-columns.tsx';
import { personalFieldsText } from './audit-fact-names.ts';
import { type FactRow, factRows, type OrderRow, orderRows, unnamedIds } from './audit-facts.ts';
import { authorText, originText } from './audit-messages.ts';

/** Shows one event: its author, time, origin and subject, and the changed values before and after. */
export function AuditDetails({ event_id }: { event_id: string }) {
  const read = useDeskRead('read_audit_event', { event_id });
  const { data, error, as_of } = read;
  if (!data) {
    if (isUnknown(error))
      return <EmptyState icon={ScrollText} title={t`There is no such event in this shop`} />;
    if (error) return <ReadFailure title={t`The event could not be loaded`} read={read} />;
    return <Loading text={t`Loading...`} shapes={['h-24', 'h-40']} />;
  }
  return (
    <div className="flex flex-col gap-6">
      {error && as_of && <AsOf as_of={as_of} />}
      <Who event={data} />
      <Changes event={data} />
      <Ids event={data} />
    </div>
  );
}

function isUnknown(error: Error | null): boolean {
  return error instanceof ProblemError && ['not_found', 'invalid_input'].includes(error.problem.code);
}

function Who({ event }: { event: AuditRow }) {
  const time_zone = useTimeZone();
  const { by, recorded_at } = event;
  return (
    <Facts className="sm:grid-cols-2">
      <Fact name={t`When`}>{formatDateTime(recorded_at, time_zone)}</Fact>
      <Fact name={t`Who`}>
        {by.user_id === null ? (
          <bdi>{authorText(by)}</bdi>
        ) : (
          <Link to={personPath(by.user_id)} className="text-accent hover:underline">
            <bdi>{authorText(by)}</bdi>
          </Link>
        )}
      </Fact>
      <Fact name={t`Subject`}>
        <About event={event} />
      </Fact>
      <Fact name={t`Origin`}>
        <bdi>{originText(event)}</bdi>
      </Fact>
    </Facts>
  );
}

function Changes({ event }: { event: AuditEventDetail }) {
  const time_zone = useTimeZone();
  const rows = factRows(event, time_zone);
  const orders = orderRows(event);
  const personal = personalFieldsText(event.personal_fields);
  return (
    <section aria-label={t`What changed`} className="flex flex-col gap-3">
      <h4 className="font-semibold">{t`What changed`}</h4>
      {orders.length > 0 && <OrdersTable rows={orders} />}
      {rows.length > 0 && <FactsTable rows={rows} />}
      {rows.length === 0 && orders.length === 0 && personal === '' && (
        <p className="text-muted">{t`No further details were recorded.`}</p>
      )}
      {personal !== '' && (
        <p className="text-muted text-sm">{t`Also changed: ${personal}. The audit does not contain these values.`}</p>
      )}
    </section>
  );
}

const HEAD = 'py-1.5 pe-3 text-start font-medium text-muted';
const CELL = 'py-1.5 pe-3 align-top wrap-break-word';
const TABLE = 'w-full table-fixed text-sm';

/** Shows the values before and after; without any earlier value, the values alone. */
function FactsTable({ rows }: { rows: readonly FactRow[] }) {
  const has_before = rows.some(({ before }) => before !== null);
  return (
    <table className={TABLE}>
      <thead className="border-line border-b">
        <tr>
          <th scope="col" className={HEAD}>{t`Field`}</th>
          {has_before && <th scope="col" className={HEAD}>{t`Before`}</th>}
          <th scope="col" className={HEAD}>
            {has_before ? t`After` : t`Value`}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, before, after }) => (
          <tr key={id} className="border-line border-b">
            <th scope="row" className="py-1.5 pe-3 text-start align-top font-normal text-muted">
              <bdi>{name}</bdi>
            </th>
            {has_before && (
              <td className={CELL}>
                <bdi>{before ?? ''}</bdi>
              </td>
            )}
            <td className={CELL}>
              <bdi className={has_before && before !== after ? 'font-medium' : undefined}>{after ?? ''}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows the effect of a bulk action on each order. */
function OrdersTable({ rows }: { rows: readonly OrderRow[] }) {
  return (
    <table className={TABLE}>
      <thead className="border-line border-b">
        <tr>
          <th scope="col" className={HEAD}>{t`Order`}</th>
          <th scope="col" className={HEAD}>{t`Status`}</th>
          <th scope="col" className={HEAD}>{t`Driver`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ order_id, number, status, driver }) => (
          <tr key={order_id} className="border-line border-b">
            <th scope="row" className="py-1.5 pe-3 text-start align-top font-normal">
              <Link to={deskOrderPath(order_id)} className="text-accent hover:underline">
                <bdi>{number}</bdi>
              </Link>
            </th>
            <td className={CELL}>
              <Step pair={status} />
            </td>
            <td className={CELL}>
              <Step pair={driver} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Step({ pair: [before, after] }: { pair: readonly [string, string] }) {
  if (before === after) return <bdi>{after}</bdi>;
  return (
    <>
      <bdi>{before}</bdi> <span aria-hidden="true">→</span>
      <span className="sr-only">{t`became`}</span> <bdi className="font-medium">{after}</bdi>
    </>
  );
}

/** The identifiers that support needs. */
function Ids({ event }: { event: AuditEventDetail }) {
  const { id, command_id } = event;
  const ids = [
    ...(command_id === null ? [] : [{ id: 'command', name: t`Command`, value: command_id }]),
    { id: 'event', name: t`Event`, value: id },
    ...unnamedIds(event),
  ];
  return (
    <Facts>
      {ids.map(({ id, name, value }) => (
        <Fact key={id} name={t`${name} (for support)`}>
          <code dir="ltr" className="select-all text-sm">
            {value}
          </code>
        </Fact>
      ))}
    </Facts>
  );
}
