import { t } from '@lingui/core/macro';
import { Check, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { TryStore } from '../../../contract/schemas/store.ts';
import { failure } from '../../api/problem-messages.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { Button, useBusy } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { showToast } from '../../ui/toast.ts';
import { type Missing, useMissing } from '../../ui/use-missing.ts';
import { SendForm } from '../form/SendForm.tsx';
import { storeProblemText } from './store-messages.ts';

const EMPTY = { token: '', client_id: '', secret: '' };
type Part = 'shop_domain' | keyof typeof EMPTY;
type Kind = 'token' | 'client_id';
type Tried = { ok: true; missing_scopes: readonly string[] } | { ok: false; words: string };

type Props = { shop_domain: string; onConnected: () => void };

/**
 * Tests the store's address and the app's credentials before they are stored. Until then only this form has
 * them.
 */
export function ConnectForm({ shop_domain, onConnected }: Props) {
  const [kind, setKind] = useState<Kind>('token');
  const [domain, setDomain] = useState(shop_domain);
  const [typed, setTyped] = useState(EMPTY);
  const [tried, setTried] = useState<Tried | null>(null);
  const [busy, run] = useBusy();
  const { check, mark } = useMissing(missingOf(kind, { shop_domain: domain, ...typed }));

  const set = (part: keyof typeof EMPTY) => (event: { target: { value: string } }) => {
    setTried(null);
    setTyped((before) => ({ ...before, [part]: event.target.value }));
  };
  const body = (): TryStore => ({
    shop_domain: domain.trim(),
    secret: typed.secret.trim(),
    ...(kind === 'token' ? { token: typed.token.trim() } : { client_id: typed.client_id.trim() }),
  });

  async function call(name: 'try_store' | 'connect_store'): Promise<void> {
    if (!check()) return;
    try {
      // The store may respond slowly.
      const { missing_scopes, ...response } = await callEndpoint(name, { body: body(), timeout_ms: 60_000 });
      setTried({ ok: true, missing_scopes });
      if (name === 'try_store') return;
      setTyped(EMPTY);
      showToast({ kind: 'success', title: t`Connected`, description: response.shop_domain });
      onConnected();
    } catch (error) {
      setTried({ ok: false, words: storeProblemText(error) });
    }
  }

  return (
    <SendForm onSend={() => void run(() => call('connect_store'))}>
      <Field
        {...mark('shop_domain')}
        label={t`Address of the store`}
        hint={t`For example my-shop.myshopify.com`}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        disabled={busy}
        value={domain}
        onChange={({ target }) => {
          setTried(null);
          setDomain(target.value);
        }}
      />
      <RadioGroup
        legend={t`App`}
        value={kind}
        options={[
          { value: 'token', label: t`Created in the store (token)` },
          { value: 'client_id', label: t`Created in the Dev Dashboard (client ID)` },
        ]}
        onValue={(value) => {
          setTried(null);
          setKind(value);
        }}
      />
      {kind === 'token' ? (
        <Secret
          {...mark('token')}
          label={t`Admin API access token`}
          busy={busy}
          value={typed.token}
          onChange={set('token')}
        />
      ) : (
        <Field
          {...mark('client_id')}
          label={t`Client ID`}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          disabled={busy}
          value={typed.client_id}
          onChange={set('client_id')}
        />
      )}
      <Secret
        {...mark('secret')}
        label={kind === 'token' ? t`API secret key` : t`Client secret`}
        hint={t`Stored encrypted and never shown again. The app needs the scopes read_orders, write_merchant_managed_fulfillment_orders and, to mark orders as paid in the store, write_orders.`}
        busy={busy}
        value={typed.secret}
        onChange={set('secret')}
      />
      {tried && <TriedNotice tried={tried} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" busy={busy} onClick={() => void run(() => call('try_store'))}>
          {t`Test`}
        </Button>
        <Button type="submit" busy={busy}>
          {t`Connect`}
        </Button>
      </div>
    </SendForm>
  );
}

type SecretProps = Parameters<typeof Field>[0] & { busy: boolean };

/** A masked field that browsers do not offer to save. */
function Secret({ busy, ...field }: SecretProps) {
  return <Field {...field} type="password" autoComplete="new-password" maxLength={500} disabled={busy} />;
}

function TriedNotice({ tried }: { tried: Tried }) {
  if (!tried.ok)
    return (
      <Notice tone="danger" icon={TriangleAlert} title={t`The store was not connected`}>
        {tried.words}
      </Notice>
    );
  if (tried.missing_scopes.length > 0) {
    const scopes = tried.missing_scopes.join(', ');
    return (
      <Notice tone="warn" icon={TriangleAlert} title={t`The store accepts these credentials`}>
        {t`The app lacks ${scopes}: orders are not marked as paid in the store.`}
      </Notice>
    );
  }
  return (
    <Notice
      tone="done"
      icon={Check}
      title={t`The store accepts these credentials, and the app has all required scopes`}
    />
  );
}

function missingOf(kind: Kind, typed: Record<Part, string>): Missing<Part>[] {
  const texts: Record<Part, string> = {
    shop_domain: t`Enter the address of the store`,
    token: t`Paste the token`,
    client_id: t`Paste the client ID`,
    secret: t`Paste the secret`,
  };
  const parts: Part[] = ['shop_domain', kind, 'secret'];
  return parts
    .filter((part) => typed[part].trim() === '')
    .map((part) => ({ part, words: texts[part], toast: failure(t`Missing Information`, texts[part]) }));
}
