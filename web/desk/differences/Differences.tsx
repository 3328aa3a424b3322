import { t } from '@lingui/core/macro';
import { Scale } from 'lucide-react';
import { Link, useLocation, useRoute } from 'wouter';
import type {
  Difference,
  Differences as Read,
  UndecidedDifference,
} from '../../../contract/operations/desk/differences/list-differences.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { UnsentCommands } from '../../commands/notices/UnsentCommands.tsx';
import { useCommandChanges } from '../../commands/use-entries.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { buttonClasses } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListSection, ListSections } from '../list-with-details/ListSection.tsx';
import { type Details, ListWithDetails } from '../list-with-details/ListWithDetails.tsx';
import { useRowNavigation } from '../list-with-details/use-row-navigation.ts';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { DIFFERENCES_PATH, differencePath, OPEN_PAYMENTS_PATH } from '../shell/desk-places.ts';
import { ListFrame } from '../table/ListFrame.tsx';
import { DifferenceDetails } from './DifferenceDetails.tsx';
import {
  differenceColumns,
  NarrowDifference,
  NarrowUndecided,
  settledColumns,
  undecidedColumns,
} from './difference-columns.tsx';
import { UndecidedDetails } from './UndecidedDetails.tsx';

/** Open payments have no entry in the menu. */
function OpenPaymentsLink() {
  return (
    <Link to={OPEN_PAYMENTS_PATH} className={buttonClasses('secondary')}>
      {t`Open payments`}
    </Link>
  );
}

const NOTHING: Read = { undecided: [], open: [], settled: [] };

/** The shortages and overs of all people: undecided ones, open ones, and those settled lately. */
export function Differences() {
  const read = useDeskRead('list_differences');
  const [, params] = useRoute('/desk/differences/:handover_id');
  const [, navigate] = useLocation();
  useCommandChanges('record_settlement', read.refetch);
  const data = read.data ?? NOTHING;
  const rows = [...data.undecided, ...data.open, ...data.settled];
  const open_key = params?.handover_id ?? null;
  const onOpen = (handover_id: string) => navigate(differencePath(handover_id));
  useRowNavigation({ title: t`Short and over`, keys: rows.map(keyOf), open_key, onOpen });
  const open = rows.find((row) => keyOf(row) === open_key);
  const details: Details | null =
    open_key && read.data
      ? {
          id: open_key,
          title: open?.full_name ?? t`Not found`,
          onClose: () => navigate(DIFFERENCES_PATH),
          content: detailsOf(open),
        }
      : null;
  const list = { keyOf, open_key, onOpen };
  return (
    <ListWithDetails details={details}>
      <div className="flex min-h-0 flex-1 flex-col gap-4">
        <PageHeading
          title={t`Short and over`}
          subtitle={t`Differences of cash, until they are settled`}
          action={<OpenPaymentsLink />}
        />
        <UnsentCommands endpoint="record_settlement" except={open && 'id' in open ? open.id : undefined}>
          {({ amount_fils, reference }) => `${formatMoney(amount_fils)}, ${reference}`}
        </UnsentCommands>
        <ListFrame
          read={read}
          failed={t`The differences could not be loaded`}
          isEmpty={({ undecided, open: owed, settled }) =>
            undecided.length + owed.length + settled.length === 0
          }
          empty={{
            icon: Scale,
            title: t`No one is short or over`,
            description: t`Differences that both people signed as short or over at an end of day appear here.`,
          }}
        >
          {({ undecided, open: owed, settled }) => (
            <ListSections>
              <ListSection
                {...list}
                title={t`Undecided`}
                columnsFor={undecidedColumns}
                rows={undecided}
                narrow={narrowUndecided}
              />
              <ListSection
                {...list}
                title={t`Open`}
                none={t`Nothing is open.`}
                columnsFor={differenceColumns}
                rows={owed}
                narrow={narrowDifference}
              />
              <ListSection
                {...list}
                title={t`Settled`}
                columnsFor={settledColumns}
                rows={settled}
                narrow={narrowDifference}
              />
            </ListSections>
          )}
        </ListFrame>
      </div>
    </ListWithDetails>
  );
}

const keyOf = ({ handover_id }: Difference | UndecidedDifference) => handover_id;
const narrowUndecided = (row: UndecidedDifference) => <NarrowUndecided row={row} />;
const narrowDifference = (row: Difference) => <NarrowDifference row={row} />;

function detailsOf(open: Difference | UndecidedDifference | undefined) {
  if (!open) return <EmptyState icon={Scale} title={t`There is no such difference in this list`} />;
  return 'blockers' in open ? <UndecidedDetails row={open} /> : <DifferenceDetails row={open} />;
}
