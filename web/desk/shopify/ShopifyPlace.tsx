import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Store } from '../../../contract/operations/desk/store/read-store.schema.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { useProfile } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { ConnectForm } from './ConnectForm.tsx';
import { Connection } from './Connection.tsx';
import { NewestWebhooks } from './NewestWebhooks.tsx';
import { ImportProblemsLink, StoreProblems } from './StoreProblems.tsx';

/** The shop's Shopify store: an Admin connects it, all users of the desk can view it. */
export function ShopifyPlace() {
  const read = useDeskRead('read_store');
  const is_admin = useProfile().role === 'Admin';
  return (
    <>
      <PageHeading
        {...(is_admin ? {} : { subtitle: t`Only Admins can connect the store and settle problems.` })}
        mark={<AsOfMark read={read} />}
      />
      <ReadFrame
        read={read}
        failed={t`The store could not be loaded`}
        loading={<Loading text={t`Loading...`} shapes={['h-40', 'h-60']} />}
      >
        {(store) => <StorePlace store={store} is_admin={is_admin} onChanged={() => void read.refetch()} />}
      </ReadFrame>
    </>
  );
}

type Props = { store: Store; is_admin: boolean; onChanged: () => void };

function StorePlace({ store, is_admin, onChanged }: Props) {
  const [reconnecting, setReconnecting] = useState(false);
  const { connection, webhooks_cannot } = store;
  const connecting = connection === null || reconnecting;
  return (
    <div className="flex max-w-[60rem] flex-col gap-4">
      {webhooks_cannot && (
        <Notice tone="warn" icon={TriangleAlert} title={t`The store cannot notify this server of new orders`}>
          {t`Shopify sends webhooks to an https address only. Set PUBLIC_URL of the server to its https address. Until then the store is read every 15 minutes.`}
        </Notice>
      )}
      {connection && (
        <Connection store={store} connection={connection} is_admin={is_admin} onChanged={onChanged} />
      )}
      {connecting && is_admin && (
        <Card aria-labelledby="connect-store" className="flex flex-col gap-4">
          <CardTitle id="connect-store">{connection ? t`Reconnect` : t`Connect a Shopify store`}</CardTitle>
          <ConnectForm
            shop_domain={connection?.shop_domain ?? ''}
            onConnected={() => {
              setReconnecting(false);
              onChanged();
            }}
          />
        </Card>
      )}
      {connection === null && !is_admin && <p>{t`No Shopify store is connected.`}</p>}
      {!connecting && is_admin && (
        <Button
          variant="secondary"
          className="self-start max-md:w-full"
          onClick={() => setReconnecting(true)}
        >
          {t`Reconnect with other credentials`}
        </Button>
      )}
      {connection ? (
        <StoreProblems store={store} is_admin={is_admin} onChanged={onChanged} />
      ) : (
        <ImportProblemsLink total={store.not_taken_total} />
      )}
      {store.webhooks.length > 0 && <NewestWebhooks webhooks={store.webhooks} />}
    </div>
  );
}
