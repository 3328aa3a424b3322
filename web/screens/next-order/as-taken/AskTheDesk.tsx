import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { RequestState } from '../../../../contract/rules/approvals.ts';
import type { OrderWithItems } from '../../../../contract/schemas/orders.ts';
import { queryClient } from '../../../api/query-client.ts';
import { readAgain } from '../../../api/use-endpoint.ts';
import { useMemoryCommand } from '../../../commands/memory/use-memory-command.ts';
import { Button } from '../../../ui/Button.tsx';
import { MissingMark } from '../../../ui/MissingMark.tsx';
import type { Mark } from '../../../ui/use-missing.ts';
import { useOnline } from '../../../ui/use-online.ts';

type Props = { order: OrderWithItems; reason: string; mark: Mark; onNoMoney: () => void };

/** The desk's consent to hand over without any payment. Without signal the stop is "no money". */
export function AskTheDesk({ order, reason, mark, onNoMoney }: Props) {
  const online = useOnline();
  const outcome = order.consent?.outcome ?? null;
  const { busy, unknown, send } = useMemoryCommand('request_unpaid_delivery', { failed: t`Not sent` });
  /** The request for which the order still shows an earlier outcome. */
  const [asked, setAsked] = useState<string | null>(null);
  const is_waiting = outcome === 'pending' || (asked !== null && asked !== order.consent?.approval_id);
  const may_ask = online && !is_waiting && outcome !== 'approved';

  async function ask(): Promise<void> {
    const done = { kind: 'success', title: t`The desk is asked` } as const;
    const requested = await send({ order_id: order.id, reason }, done);
    if (!requested) return;
    setAsked(requested.approval_id);
    // The desk's decision is shown by the next read in any case.
    await readAgain(queryClient, 'list_stops').catch(() => {});
  }

  return (
    <div data-part={mark['data-part']} className="flex flex-col gap-2">
      <p role="status">{consentText(is_waiting ? 'pending' : outcome, online)}</p>
      {may_ask && (
        <Button
          variant="secondary"
          className="self-start"
          busy={busy}
          aria-disabled={reason === ''}
          onClick={() => reason !== '' && void ask()}
        >
          {unknown ? t`Send again` : t`Ask the desk`}
        </Button>
      )}
      <MissingMark id="consent-missing" words={mark.missing} />
      {outcome !== 'approved' && (
        <Button variant="secondary" className="self-start" onClick={onNoMoney}>
          {t`Record the stop as no money`}
        </Button>
      )}
    </div>
  );
}

function consentText(outcome: RequestState | null, online: boolean): string {
  if (outcome === 'approved') return t`The desk has agreed: hand over without payment.`;
  if (!online) return t`No connection: the desk cannot agree now.`;
  if (outcome === 'refused') return t`The desk has not agreed. Do not hand over without payment.`;
  if (outcome === 'pending') return t`Waiting for the desk.`;
  return t`The desk has to agree before you hand over without payment. Enter the reason first.`;
}
