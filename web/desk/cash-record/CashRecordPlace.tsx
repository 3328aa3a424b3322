import { t } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import { useRoute } from 'wouter';
import type { CashRecord } from '../../../contract/operations/desk/cash/read-cash-record.schema.ts';
import { CASH_RECORD_KINDS, type CashRecordKind } from '../../../contract/rules/cash-records.ts';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import { ProblemError } from '../../api/errors.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOf, ReadFailure } from '../../components/ReadFrame.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { StatementLink } from '../reports/StatementLink.tsx';
import { CASH_RECORD_PATH, driverDayPath } from '../shell/desk-places.ts';
import { CashSources } from './CashSources.tsx';
import { RecordFacts } from './RecordFacts.tsx';
import { RecordPapers } from './RecordPapers.tsx';
import { recordWords } from './record-words.ts';

/** One handover, collection, deposit or float, whenever it was: its facts, its papers, and whose cash it moved. */
export function CashRecordPlace() {
  const [, named] = useRoute<{ kind: string; id: string }>(CASH_RECORD_PATH);
  const kind = CASH_RECORD_KINDS.find((one) => one === named?.kind);
  if (!kind || !named) return <NoSuchRecord />;
  const { id } = named;
  return <Record key={id} kind={kind} id={id} />;
}

function Record({ kind, id }: { kind: CashRecordKind; id: string }) {
  const read = useDeskRead('read_cash_record', { kind, id });
  const { data, error, as_of } = read;
  if (!data) {
    if (isUnknown(error)) return <NoSuchRecord />;
    return (
      <>
        <PageHeading />
        {error ? (
          <ReadFailure title={t`The record could not be loaded`} read={read} />
        ) : (
          <Loading text={t`Loading...`} shapes={['h-64', 'h-32']} />
        )}
      </>
    );
  }
  return (
    <>
      <PageHeading
        title={recordWords(data.type)}
        mark={error && as_of && <AsOf as_of={as_of} />}
        action={<DayOfDriver record={data} />}
      />
      <Whole record={data} />
    </>
  );
}

/** From a start or end of day to the whole day. */
function DayOfDriver({ record: { kind, signatures, recorded_at } }: { record: CashRecord }) {
  const time_zone = useTimeZone();
  const driver = signatures.find((one) => one.as === 'driver');
  if (kind !== 'handover' || !driver) return null;
  return (
    <span className="inline-flex min-h-9 items-center print:hidden pointer-coarse:min-h-12">
      <StatementLink path={driverDayPath(driver.user_id, dayOf(recorded_at, time_zone))} />
    </span>
  );
}

function Whole({ record }: { record: CashRecord }) {
  const moved_staff_cash = record.amount_fils > 0 && record.from.holder === 'staff';
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <RecordFacts record={record} />
        <RecordPapers record={record} />
      </div>
      {moved_staff_cash && <CashSources kind={record.kind} id={record.id} />}
    </>
  );
}

/** An address that names no record, one of another kind, or one of another shop. */
function isUnknown(error: Error | null): boolean {
  return error instanceof ProblemError && ['not_found', 'invalid_input'].includes(error.problem.code);
}

function NoSuchRecord() {
  return (
    <>
      <PageHeading />
      <EmptyState
        icon={CircleAlert}
        title={t`There is no such record`}
        description={t`It may be of another shop, or the address is not whole.`}
      />
    </>
  );
}
