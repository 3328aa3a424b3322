import { t } from '@lingui/core/macro';
import { HandCoins } from 'lucide-react';
import { Link, useLocation, useRoute } from 'wouter';
import type { OpenOrder } from '../../../contract/operations/desk/payments/list-open-payments.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { OPEN_LISTS, type OpenList, takenAmounts } from '../../../contract/rules/orders/takings.ts';
import type { OpenCounts } from '../../../contract/schemas/takings.ts';
import { CASH_COMMANDS } from '../../commands/cash/cash-commands.ts';
import { UnsentCommands } from '../../commands/notices/UnsentCommands.tsx';
import { useCommand } from '../../commands/use-command.ts';
import { useCommandChanges } from '../../commands/use-entries.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { useProfile } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatCount } from '../figures/format-count.ts';
import { ListWithDetails } from '../list-with-details/ListWithDetails.tsx';
import { NavigableTable } from '../list-with-details/NavigableTable.tsx';
import { useDeskPages } from '../reads/use-desk-pages.ts';
import { ListFrame } from '../table/ListFrame.tsx';
import { OpenOrderDetails } from './OpenOrderDetails.tsx';
import { NarrowOpenOrder, openColumns } from './open-columns.tsx';
import { openListPath, openListTitle, readOpenList } from './open-list-address.ts';

/** The largest number of pages that are read again at every refresh. */
const PAGES_MAX = 10;

/** The open amounts of orders after their delivery: owed, to match, and owed to customers. */
export function OpenPayments() {
  const [, in_list] = useRoute('/desk/payments/:list');
  const [, in_details] = useRoute('/desk/payments/:list/:order_id');
  const [, navigate] = useLocation();
  const list = readOpenList(in_details?.list ?? in_list?.list);
  const open_key = in_details?.order_id ?? null;
  const read = useDeskPages('list_open_payments', { list }, { pages_max: PAGES_MAX });
  // A payment whose reference was taken is remade while this place is open.
  useCommand(CASH_COMMANDS.collect_owed, { by: useProfile(), subject: null });
  useCommandChanges('collect_owed', read.refetch);
  useCommandChanges('request_expense', read.refetch);
  const rows = read.data?.pages.flatMap((page) => page.rows);
  const open = rows?.find(({ order_id }) => order_id === open_key);
  const details = open_key !== null &&
    rows && {
      id: open_key,
      title: open ? t`Order #${open.order_number}` : t`Not found`,
      onClose: () => navigate(openListPath(list)),
      content: open ? (
        <OpenOrderDetails order={open} />
      ) : (
        <EmptyState icon={HandCoins} title={t`It is no longer in this list`} />
      ),
    };
  return (
    <ListWithDetails details={details || null}>
      <div className="flex min-h-0 flex-1 flex-col gap-4">
        <PageHeading title={t`Open payments`} subtitle={t`Open amounts of orders after their delivery`} />
        <UnsentCommands endpoint="collect_owed">
          {({ taken, reference }) => {
            const { collected_fils, pending_fils } = takenAmounts(0, taken, 0);
            return `${formatMoney(collected_fils + pending_fils)}, ${reference}`;
          }}
        </UnsentCommands>
        <ListTabs open={list} counts={read.data?.pages[0]?.counts} />
        <ListFrame
          read={{ ...read, data: rows }}
          failed={t`The open payments could not be loaded`}
          isEmpty={(all) => all.length === 0}
          empty={{ icon: HandCoins, ...emptyText(list) }}
        >
          {(all) => (
            <>
              <NavigableTable
                title={openListTitle(list)}
                scope={list}
                columnsFor={openColumns[list]}
                rows={all}
                keyOf={keyOf}
                open_key={open_key}
                onOpen={(order_id) => navigate(openListPath(list, order_id))}
                narrow={NARROW[list]}
              />
              {read.data?.more && (
                <Button
                  variant="secondary"
                  className="self-start"
                  disabled={read.data.showMore === null}
                  onClick={() => read.data?.showMore?.()}
                >
                  {t`Load more`}
                </Button>
              )}
            </>
          )}
        </ListFrame>
      </div>
    </ListWithDetails>
  );
}

const keyOf = ({ order_id }: OpenOrder) => order_id;
const NARROW: Record<OpenList, (row: OpenOrder) => React.ReactNode> = {
  owed: (row) => <NarrowOpenOrder row={row} list="owed" />,
  to_match: (row) => <NarrowOpenOrder row={row} list="to_match" />,
  refunds: (row) => <NarrowOpenOrder row={row} list="refunds" />,
};

function emptyText(list: OpenList): { title: string; description: string } {
  switch (list) {
    case 'owed':
      return {
        title: t`Nothing is owed`,
        description: t`Orders of which less than the amount due was taken appear here until they are paid.`,
      };
    case 'to_match':
      return {
        title: t`Nothing to match`,
        description: t`Payments by link and by bank transfer appear here until a Manager has found them in the shop's account.`,
      };
    case 'refunds':
      return {
        title: t`Nothing is owed to customers`,
        description: t`Amounts that customers paid for refused goods, or paid too much, appear here until they are paid back.`,
      };
  }
}

function ListTabs({ open, counts }: { open: OpenList; counts: OpenCounts | undefined }) {
  return (
    <nav aria-label={t`Open payments`}>
      <ul className="flex flex-wrap gap-1">
        {OPEN_LISTS.map((list) => (
          <li key={list}>
            <Link
              to={openListPath(list)}
              aria-current={list === open ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-9 items-center gap-1.5 whitespace-nowrap rounded-card px-2.5 text-sm pointer-coarse:min-h-12',
                list === open ? 'bg-accent-soft font-semibold text-accent' : 'hover:bg-sunken',
              )}
            >
              {openListTitle(list)} {counts && <span className="amount">{formatCount(counts[list])}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
