import { t } from '@lingui/core/macro';
import { CircleCheck, ExternalLink, RotateCw, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { type DeskAction, useDeskActions } from '../actions/desk-actions.ts';
import { ReasonDialog } from '../dialogs/ReasonDialog.tsx';
import { deskOrderPath } from '../shell/desk-places.ts';
import { type ImportProblemRow, nameOf } from './import-problem-columns.tsx';
import { faultsOf, fixText, retryOutcomeText } from './import-problem-messages.ts';
import type { Retries, RetryResult } from './use-retries.ts';

type Props = { row: ImportProblemRow; retries: Retries; onDismissed: () => void };

/** An import problem: its faults by field, the solution, and the result of the last retry. */
export function ImportProblemDetails({ row, retries, onDismissed }: Props) {
  const time_zone = useTimeZone();
  const { tried, told_at, order_id, store_url, fix } = row;
  const is_left = !tried || tried.outcome === 'not_taken' || tried.outcome === 'waiting';
  const here = tried?.order_id ?? order_id;
  return (
    <div className="flex flex-col gap-6">
      {is_left && <ImportProblemActions row={row} retries={retries} onDismissed={onDismissed} />}
      {tried && !row.is_trying && <TriedNotice tried={tried} />}
      {is_left && (
        <>
          <section aria-label={t`Problem`} className="flex flex-col gap-2">
            <h4 className="font-semibold">{t`Problem`}</h4>
            <Facts>
              {faultsOf(row).map(({ field, message }) => (
                <Fact key={`${field} ${message}`} name={field}>
                  <bdi className="wrap-anywhere">{message}</bdi>
                </Fact>
              ))}
            </Facts>
          </section>
          <section aria-label={t`Solution`} className="flex flex-col gap-2">
            <h4 className="font-semibold">{t`Solution`}</h4>
            <p>{fixText(fix)}</p>
          </section>
        </>
      )}
      {(store_url || here) && (
        <div className="flex flex-col items-start gap-1">
          {store_url && (
            <a
              href={store_url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-9 items-center gap-1.5 text-accent hover:underline pointer-coarse:min-h-12"
            >
              <ExternalLink size={16} />
              {t`Open it in Shopify`}
            </a>
          )}
          {here && (
            <Link
              to={deskOrderPath(here)}
              className="inline-flex min-h-9 items-center text-accent hover:underline pointer-coarse:min-h-12"
            >
              {t`Show the existing order`}
            </Link>
          )}
        </div>
      )}
      {told_at && (
        <Facts>
          <Fact name={t`Changed in the store`}>{formatDateTime(told_at, time_zone)}</Fact>
        </Facts>
      )}
    </div>
  );
}

function ImportProblemActions({ row, retries, onDismissed }: Props) {
  const { what, may_retry } = row;
  const [asking, setAsking] = useState(false);
  const name = nameOf(row);
  const under_way = retries.trying !== null;
  const retry: DeskAction = {
    id: 'retry_not_taken',
    title: t`Try again`,
    key: 'r',
    unavailable: may_retry
      ? under_way
        ? t`Another retry is running.`
        : undefined
      : t`Its data from the store is no longer kept, and the store is not connected.`,
    run: () => void retries.run([row]),
  };
  const dismissal: DeskAction = {
    id: 'dismiss_not_taken',
    title: t`Dismiss`,
    key: 'd',
    run: () => setAsking(true),
  };
  useDeskActions(name, [retry, dismissal]);
  const dismiss = useMemoryCommand('dismiss_not_taken', { failed: t`Not dismissed` });
  async function send(note: string): Promise<void> {
    const done = { kind: 'success', title: t`Dismissed`, description: name } as const;
    if (!(await dismiss.send({ what, note }, done))) return;
    setAsking(false);
    onDismissed();
  }
  return (
    <div className="-mx-2 flex flex-wrap gap-1">
      <ActionButton action={retry} icon={RotateCw} busy={row.is_trying} />
      <ActionButton action={dismissal} icon={X} />
      {asking && (
        <ReasonDialog
          title={t`Dismiss ${name}?`}
          description={t`It leaves this list, and returns only if the store reports another problem with it.`}
          label={t`Note`}
          confirm={t`Dismiss`}
          busy={dismiss.busy}
          unanswered={dismiss.unanswered?.body.note ?? null}
          onConfirm={(note) => void send(note)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function TriedNotice({ tried }: { tried: RetryResult }) {
  const { outcome, reason, store_problem } = tried;
  const is_done = outcome === 'taken';
  const is_left = outcome === 'not_taken' || outcome === 'waiting';
  return (
    <Notice
      tone={is_done ? 'done' : is_left ? 'warn' : 'info'}
      icon={is_left ? TriangleAlert : CircleCheck}
      title={retryOutcomeText(outcome)}
    >
      {reason && (
        <p>
          <bdi className="wrap-anywhere">{reason}</bdi>
        </p>
      )}
      {store_problem && (
        <p>{t`The store could not be queried: ${store_problem}. Its previous data was tried again.`}</p>
      )}
    </Notice>
  );
}
