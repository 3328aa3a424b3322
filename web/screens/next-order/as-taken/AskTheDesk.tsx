import { t } from '@lingui/core/macro';
import type { OrderWithItems } from '../../../../contract/schemas/orders.ts';
import { consentOf } from '../../../commands/delivery/as-taken.ts';
import { Button } from '../../../ui/Button.tsx';
import { MissingMark } from '../../../ui/MissingMark.tsx';
import type { Mark } from '../../../ui/use-missing.ts';
import { useOnline } from '../../../ui/use-online.ts';

type Props = { order: OrderWithItems; mark: Mark; onNoMoney: () => void };

/** The desk's consent to hand over without any payment. Without signal the stop is "no money". */
export function AskTheDesk({ order, mark, onNoMoney }: Props) {
  const online = useOnline();
  const consent = consentOf(order);
  return (
    <div data-part={mark['data-part']} className="flex flex-col gap-2">
      <p role="status">{consentText(consent?.outcome ?? null, online)}</p>
      <MissingMark id="consent-missing" words={mark.missing} />
      {consent?.outcome !== 'approved' && (
        <Button variant="secondary" className="self-start" onClick={onNoMoney}>
          {t`Record the stop as no money`}
        </Button>
      )}
    </div>
  );
}

function consentText(outcome: 'open' | 'approved' | 'refused' | null, online: boolean): string {
  if (outcome === 'approved') return t`The desk has agreed: hand over without payment.`;
  if (!online) return t`No connection: the desk cannot agree now.`;
  if (outcome === 'refused') return t`The desk has not agreed. Do not hand over without payment.`;
  if (outcome === 'open') return t`Waiting for the desk.`;
  return t`The desk has to agree before you hand over without payment.`;
}
