import { t } from '@lingui/core/macro';
import { CircleCheck, CircleHelp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import type { Store } from '../../../contract/operations/desk/store/read-store.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useFallbackFocus } from '../list-with-details/use-fallback-focus.ts';
import { IMPORT_PROBLEMS_PATH } from '../shell/desk-places.ts';

type Props = { store: Store; is_admin: boolean; onChanged: () => void };

/** The fulfilments and payments that are not recorded in the store yet, with an Admin's actions. */
export function StoreProblems({ store, is_admin, onChanged }: Props) {
  const retry = useMemoryCommand('retry_store', { failed: t`Not tried again` });
  const settle = useMemoryCommand('dismiss_in_store', { failed: t`Not settled` });
  const { payments, fulfilments, not_taken_total, webhooks_waiting } = store;
  const sending = retry.busy || settle.busy;
  // While a command has no response, pressing another row's button would resend it.
  const unanswered = retry.unanswered ?? settle.unanswered;
  const busy = sending || unanswered !== null;

  async function tryAgain(order_number: string | null): Promise<void> {
    const description = order_number === null ? t`All pending and failed work` : t`Order #${order_number}`;
    await retry.send({ order_number }, { kind: 'success', title: t`Tried again`, description });
    onChanged();
  }
  async function settled(order_number: string): Promise<void> {
    const done = { kind: 'success', title: t`Settled`, description: t`Order #${order_number}` } as const;
    await settle.send({ what: order_number }, done);
    onChanged();
  }

  async function sendAgain(): Promise<void> {
    if (retry.unanswered) await retry.send(retry.unanswered.body, retry.unanswered.done);
    else if (settle.unanswered) await settle.send(settle.unanswered.body, settle.unanswered.done);
    onChanged();
  }

  // A settled or retried row disappears together with its buttons.
  const card = useRef<HTMLElement>(null);
  useFallbackFocus(card, () => card.current);
  const nothing = payments.length === 0 && fulfilments.length === 0 && not_taken_total === 0;
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby="store-problems" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <CardTitle id="store-problems">{t`Pending in the store`}</CardTitle>
        {is_admin && !nothing && (
          <Button
            variant="secondary"
            busy={sending}
            disabled={unanswered !== null}
            onClick={() => void tryAgain(null)}
          >
            {t`Try all again`}
          </Button>
        )}
      </div>
      {unanswered && (
        <Notice
          tone="warn"
          icon={CircleHelp}
          title={t`We don't know yet whether this was recorded`}
          action={
            <Button variant="secondary" busy={sending} onClick={() => void sendAgain()}>
              {t`Send again`}
            </Button>
          }
        >
          {unanswered.done.title}: {unanswered.done.description}
        </Notice>
      )}
      {nothing && (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck size={18} className="text-done" />
          {t`There is no pending work.`}
        </p>
      )}
      <ImportProblemsLink total={not_taken_total} />
      {webhooks_waiting > 0 && <p>{t`Pending webhooks: ${webhooks_waiting}`}</p>}
      <Problems title={t`Not marked as paid`} total={store.payments_total} shown={payments.length}>
        {payments.map((payment) => (
          <Problem
            key={payment.confirmation_id}
            order_number={payment.order_number}
            error={payment.last_error}
          >
            <p>{paymentText(payment)}</p>
            {is_admin && payment.status !== 'owed' && (
              <div className="flex flex-wrap gap-2">
                <Button
                  variant="secondary"
                  disabled={busy}
                  aria-label={t`Try order #${payment.order_number} again`}
                  onClick={() => void tryAgain(payment.order_number)}
                >
                  {t`Try again`}
                </Button>
                {payment.status !== 'waiting' && (
                  <Button
                    variant="secondary"
                    disabled={busy}
                    aria-label={t`Settle order #${payment.order_number}`}
                    onClick={() => void settled(payment.order_number)}
                  >
                    {t`Settle`}
                  </Button>
                )}
              </div>
            )}
          </Problem>
        ))}
      </Problems>
      <Problems title={t`Not fulfilled`} total={store.fulfilments_total} shown={fulfilments.length}>
        {fulfilments.map(({ order_id, order_number, status, attempts, last_error }) => (
          <Problem key={order_id} order_number={order_number} error={last_error}>
            <p>{status === 'failed' ? t`Given up after ${attempts} attempts` : t`Waiting`}</p>
            {is_admin && (
              <Button
                variant="secondary"
                className="self-start"
                disabled={busy}
                aria-label={t`Try order #${order_number} again`}
                onClick={() => void tryAgain(order_number)}
              >
                {t`Try again`}
              </Button>
            )}
          </Problem>
        ))}
      </Problems>
    </Card>
  );
}

function paymentText(payment: Store['payments'][number]): string {
  const { status, collected_fils, open_fils, marked_fils, outstanding_fils } = payment;
  const collected = formatMoney(collected_fils);
  if (status === 'owed')
    return t`Collected ${collected}; ${formatMoney(open_fils)} is owed or not matched yet`;
  if (status === 'listed' && marked_fils !== null && outstanding_fils === 0)
    return t`Collected ${collected}, but ${formatMoney(marked_fils)} was marked as paid in the store`;
  if (outstanding_fils === null)
    return t`Collected ${collected}; the outstanding amount in the store is not known yet`;
  return t`Collected ${collected}, outstanding in the store ${formatMoney(outstanding_fils)}`;
}

/** Links to the orders that could not be imported. */
export function ImportProblemsLink({ total }: { total: number }) {
  if (total === 0) return null;
  return (
    <Link
      to={IMPORT_PROBLEMS_PATH}
      className="inline-flex min-h-9 items-center self-start text-accent hover:underline pointer-coarse:min-h-12"
    >
      {t`Import problems: ${total}`}
    </Link>
  );
}

type ProblemsProps = { title: string; total: number; shown: number; children: ReactNode };

function Problems({ title, total, shown, children }: ProblemsProps) {
  if (total === 0) return null;
  const more = total - shown;
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-semibold">
        {title} ({total})
      </h3>
      <ul className="flex flex-col divide-y divide-line">{children}</ul>
      {more > 0 && <p className="text-muted text-sm">{t`and ${more} more`}</p>}
    </section>
  );
}

type ProblemProps = { order_number: string; error: string | null; children: ReactNode };

function Problem({ order_number, error, children }: ProblemProps) {
  return (
    <li className="flex flex-col gap-1.5 py-3">
      <p className="font-medium">{t`Order #${order_number}`}</p>
      {error && <p className="wrap-anywhere text-sm text-warn">{error}</p>}
      {children}
    </li>
  );
}
