import { t } from '@lingui/core/macro';
import { Ban, CircleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useRoute } from 'wouter';
import type { CashRecord } from '../../../contract/operations/desk/cash/read-cash-record.schema.ts';
import { CASH_RECORD_KINDS, type CashRecordKind } from '../../../contract/rules/cash-records.ts';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import { ProblemError } from '../../api/errors.ts';
import { UnsentCommands } from '../../commands/notices/UnsentCommands.tsx';
import { useCommandChanges } from '../../commands/use-entries.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOf, ReadFailure } from '../../components/ReadFrame.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useDeskActions } from '../actions/desk-actions.ts';
import { loadedDialog } from '../dialogs/loaded-dialog.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { StatementLink } from '../reports/StatementLink.tsx';
import { CASH_RECORD_PATH, driverDayPath } from '../shell/desk-places.ts';
import { CashSources } from './CashSources.tsx';
import { GoodsDecisions } from './GoodsDecisions.tsx';
import { RecordDocuments } from './RecordDocuments.tsx';
import { RecordFacts } from './RecordFacts.tsx';
import { recordTypeText } from './record-messages.ts';
import { VoidState } from './VoidState.tsx';

const VoidDialog = loadedDialog(async () => (await import('./VoidDialog.tsx')).VoidDialog);

/** The page of a handover, collection, deposit or float: its facts, documents and the source of its cash. */
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
  useCommandChanges('void_record', read.refetch);
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
  return <Shown record={data} mark={error && as_of && <AsOf as_of={as_of} />} />;
}

function Shown({ record, mark }: { record: CashRecord; mark: ReactNode }) {
  const [voiding, setVoiding] = useState(false);
  return (
    <>
      <PageHeading
        title={recordTypeText(record.type)}
        mark={mark}
        action={
          <>
            <DayOfDriver record={record} />
            <VoidAction record={record} onVoid={() => setVoiding(true)} />
          </>
        }
      />
      {voiding ? (
        <VoidDialog record={record} onClose={() => setVoiding(false)} />
      ) : (
        <UnsentCommands endpoint="void_record">
          {({ reference, reason }) => `${reference}, ${reason}`}
        </UnsentCommands>
      )}
      <VoidState record={record} />
      <Whole record={record} />
    </>
  );
}

/** Offers the void of a record that counts, unless its void is requested already. */
function VoidAction({ record, onVoid }: { record: CashRecord; onVoid: () => void }) {
  const counts = record.voided === null && !record.void_requested;
  const action = { id: 'void_record', title: t`Void`, key: 'v', run: onVoid };
  useDeskActions(recordTypeText(record.type), counts ? [action] : []);
  return counts && <ActionButton action={action} icon={Ban} variant="secondary" />;
}

/** Links a start or end of day to the statement of that day. */
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
        <RecordDocuments record={record} />
      </div>
      <GoodsDecisions goods={record.goods} />
      {moved_staff_cash && <CashSources kind={record.kind} id={record.id} />}
    </>
  );
}

/** True for an address that names no record, a record of another kind, or one of another shop. */
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
        description={t`It may belong to another shop, or the address is incomplete.`}
      />
    </>
  );
}
