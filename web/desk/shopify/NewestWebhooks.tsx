import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { Store } from '../../../contract/operations/desk/store/read-store.schema.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { IMPORT_PROBLEMS_PATH } from '../shell/desk-places.ts';
import type { Column } from '../table/columns.ts';
import { DeskTable } from '../table/DeskTable.tsx';
import { webhookOutcomeText } from './store-messages.ts';

type Webhook = Store['webhooks'][number];
const keyOf = ({ id }: Webhook) => id;

/** The newest webhooks of the store and their outcomes. */
export function NewestWebhooks({ webhooks }: { webhooks: readonly Webhook[] }) {
  const time_zone = useTimeZone();
  const columns = useMemo(() => webhookColumns(time_zone), [time_zone]);
  return (
    <section aria-label={t`Newest webhooks`} className="flex flex-col gap-2">
      <h2 className="font-semibold text-section">{t`Newest webhooks`}</h2>
      <DeskTable label={t`Newest webhooks`} columns={columns} rows={webhooks} keyOf={keyOf} />
    </section>
  );
}

function webhookColumns(time_zone: string): readonly Column<Webhook>[] {
  return [
    {
      id: 'when',
      title: t`Received`,
      width: '10.5rem',
      cell: ({ received_at }) => formatDateTime(received_at, time_zone),
    },
    { id: 'order', title: t`Order`, width: '6rem', cell: ({ order_number }) => order_number ?? '—' },
    {
      id: 'outcome',
      title: t`Outcome`,
      width: 'minmax(8rem,1fr)',
      cell: (webhook) => <Outcome webhook={webhook} />,
    },
    { id: 'topic', title: t`Topic`, width: '9rem', needs_px: 640, cell: ({ topic }) => topic },
  ];
}

function Outcome({ webhook: { outcome, reason } }: { webhook: Webhook }) {
  const text = <span title={reason ?? undefined}>{webhookOutcomeText(outcome)}</span>;
  if (outcome !== 'not_taken') return text;
  return (
    <Link to={IMPORT_PROBLEMS_PATH} className="text-accent hover:underline">
      {text}
    </Link>
  );
}
