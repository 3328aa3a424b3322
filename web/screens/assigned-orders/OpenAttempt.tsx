import { t } from '@lingui/core/macro';
import { UserCheck } from 'lucide-react';
import { useLocation } from 'wouter';
import { ATTEMPT_REASON_LABELS } from '../../../contract/labels/attempt-labels.ts';
import { isNotToHandOver } from '../../../contract/rules/orders/waiting-orders.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { setOut } from '../../commands/delivery/set-out.ts';
import { makeCommand } from '../../commands/make-command.ts';
import { thisDevice } from '../../commands/this-device.ts';
import { orderPath } from '../../components/dashboard-paths.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { shortTime } from '../../components/short-time.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { label } from '../../messages/label.ts';
import { useProfile } from '../../session/use-session.ts';
import { Button, useBusy } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast.ts';

type Props = { order: OrderWithItems };

/** The line of a stop about whose attempt the desk has not decided yet; empty without one. */
export function AttemptLine({ order: { attempt } }: Props) {
  const time_zone = useTimeZone();
  if (!attempt) return null;
  const reason = attempt.reason_label ?? label(ATTEMPT_REASON_LABELS, attempt.reason);
  return (
    <span className="wrap-anywhere block text-sm text-warn">
      {t`Couldn't deliver: ${reason}, ${shortTime(attempt.occurred_at, time_zone)}`}
    </span>
  );
}

/**
 * Puts a stop with an open attempt back on the road and opens it, also without signal; empty without an
 * attempt.
 */
export function CameAfterAll({ order }: Props) {
  const by = useProfile();
  const [, navigate] = useLocation();
  const [busy, run] = useBusy();
  if (!order.attempt || order.status !== 'dispatched' || isNotToHandOver(order)) return null;

  async function setOutAgain(): Promise<void> {
    const set_out_id = thisTab.random.uuid();
    const given = { set_out_id, order_ids: [order.id], after_attempt: true };
    try {
      await makeCommand(setOut, given, { by, command_id: set_out_id, device: thisDevice });
      navigate(orderPath(order.id));
    } catch (error) {
      showToast(setOut.messages.notMade(error));
    }
  }

  return (
    <Button
      className="min-h-12 flex-[1_1_100%] md:flex-none"
      busy={busy}
      busyText={t`Saving...`}
      onClick={() => void run(setOutAgain)}
    >
      <UserCheck size={18} className="shrink-0" />
      {t`Customer came after all`}
    </Button>
  );
}
