import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Store } from '../../../contract/operations/desk/store/read-store.schema.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { failure, messageOf } from '../../api/problem-messages.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { Button, useBusy } from '../../ui/Button.tsx';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { ResyncDialog, ResyncStatus } from './Resync.tsx';
import { disconnectedToast } from './store-messages.ts';

/** The timeout of a command during which the server sends requests to the store. */
const STORE_MS = 60_000;

type Props = {
  store: Store;
  connection: NonNullable<Store['connection']>;
  is_admin: boolean;
  onChanged: () => void;
};

/** The state of the connection to the store, and for an Admin its actions. */
export function Connection({ store, connection, is_admin, onChanged }: Props) {
  const time_zone = useTimeZone();
  const [busy, run] = useBusy();
  const [asking, setAsking] = useState(false);
  const [since, setSince] = useState(false);
  const when = (instant: string | null) =>
    instant === null ? t`Not yet` : formatDateTime(instant, time_zone);

  async function done(work: Promise<unknown>, title: string): Promise<void> {
    try {
      await work;
      showToast({ kind: 'success', title, description: connection.shop_domain });
      setAsking(false);
    } catch (error) {
      showToast(failure(t`Failed`, messageOf(error)));
    }
    onChanged();
  }
  const again = () => done(callEndpoint('ask_store_again', {}), t`Reading the store`);
  const { shop_domain } = connection;
  async function end(): Promise<void> {
    try {
      // The store may be slow to delete its webhooks.
      const ending = callEndpoint('disconnect_store', { body: { shop_domain }, timeout_ms: STORE_MS });
      showToast(disconnectedToast(shop_domain, await ending));
      setAsking(false);
    } catch (error) {
      showToast(failure(t`Failed`, messageOf(error)));
    }
    onChanged();
  }

  return (
    <Card aria-labelledby="store" className="flex flex-col gap-4">
      <CardTitle id="store">
        <bdi>{connection.shop_domain}</bdi>
      </CardTitle>
      <Troubles store={store} connection={connection} />
      <Facts className="sm:grid-cols-2">
        <Fact name={t`Connected`}>{when(connection.connected_at)}</Fact>
        <Fact name={t`Changes last read`}>{when(connection.read_at)}</Fact>
        <Fact name={t`Scopes and webhooks checked`}>{when(connection.checked_at)}</Fact>
        <Fact name={t`Webhooks`}>
          {connection.webhook_url ?? (connection.checked_at ? t`None` : t`Not subscribed yet`)}
        </Fact>
      </Facts>
      <ResyncStatus connection={connection} />
      {is_admin && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" busy={busy} onClick={() => void run(again)}>
            {t`Read the store now`}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={() => setSince(true)}>
            {t`Read again from a day`}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={() => setAsking(true)}>
            {t`Disconnect`}
          </Button>
        </div>
      )}
      {since && <ResyncDialog onAsked={onChanged} onClose={() => setSince(false)} />}
      {asking && (
        <ConfirmDialog
          danger
          title={t`Disconnect ${connection.shop_domain}?`}
          confirm={t`Disconnect`}
          command={{ busy, unknown: false }}
          onConfirm={() => run(end)}
          onClose={() => setAsking(false)}
        >
          <p>{t`New orders no longer arrive, and nothing is fulfilled or marked as paid in the store. The webhooks and the stored credentials are deleted. Orders are kept.`}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function Troubles({ store: { unverified }, connection }: Pick<Props, 'store' | 'connection'>) {
  const missing = connection.missing_scopes?.join(', ');
  const troubles: [title: string, text: string | null | undefined][] = [
    [t`The store rejects the app: nothing is sent to it`, connection.refused_because],
    [t`The app lacks scopes`, missing],
    [t`Orders are not marked as paid in the store`, connection.marking_refused_because],
    [t`Webhooks are not subscribed`, connection.webhooks_problem],
    [t`The store could not be read`, connection.read_error],
  ];
  const count = unverified?.count ?? 0;
  return (
    <>
      {troubles.map(
        ([title, text]) =>
          text && (
            <Notice key={title} tone="warn" icon={TriangleAlert} title={title}>
              {text}
            </Notice>
          ),
      )}
      {count > 0 && (
        <Notice
          tone="warn"
          icon={TriangleAlert}
          title={t`Webhooks that were not signed with the store's secret: ${count}`}
        >
          {t`They were rejected. If the store sent them, reconnect it with its current secret.`}
        </Notice>
      )}
    </>
  );
}
