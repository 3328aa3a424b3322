import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import type { ArrangeDriverStops } from '../../../contract/operations/desk/drivers/arrange-driver-stops.schema.ts';
import type { EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import { refusalText } from '../../api/problem-messages.ts';
import { type MemoryCommand, memoryCommand } from '../../commands/memory/memory-command.ts';
import type { Outcome } from '../../commands/memory/until-decided.ts';
import { useOnLeave } from '../../commands/memory/use-on-leave.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { showToast, withdrawToasts } from '../../ui/toast.ts';
import { orderChangeText } from '../order-change-text.ts';

/** A move, with the names of its stop and its driver for messages. */
export type Move = { arranged: ArrangeDriverStops; stop_name: string; driver_name: string };

type Sent = Move & { command: MemoryCommand<'arrange_driver_stops'> };

const ABOUT = 'driver-board';
const ABOUT_UNKNOWN = 'driver-board-left';

/**
 * The moves that are not known to be recorded, oldest first. They are sent one after another, each based on
 * the previous one, also after the board is closed. If one is not recorded, those after it are discarded.
 */
export function useBoardMoves() {
  const time_zone = useTimeZone();
  const [waiting, setWaiting] = useState<readonly Sent[]>([]);
  const [unknown, setUnknown] = useState(false);
  const queue = useRef(waiting);
  const sending = useRef(false);
  const isOpen = useOnLeave(() => {
    const [head] = queue.current;
    if (head?.command.isOwn() && !sending.current) showUnknown(head);
  });

  function change(next: readonly Sent[]): void {
    queue.current = next;
    setWaiting(next);
  }

  async function sendAll(): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setUnknown(false);
    withdrawToasts(ABOUT_UNKNOWN);
    try {
      for (let head = queue.current[0]; head; head = queue.current[0]) {
        const outcome = await head.command.send();
        if (!head.command.isOwn()) return;
        if (outcome.kind === 'unknown') {
          setUnknown(true);
          if (!isOpen()) showUnknown(head);
          return;
        }
        const is_recorded = outcome.kind === 'done' && outcome.answer.outcome === 'arranged';
        if (!is_recorded) showNotMoved(head, outcome, time_zone);
        change(is_recorded ? queue.current.slice(1) : []);
      }
    } finally {
      sending.current = false;
    }
  }

  /** Shows a toast once the board is closed; an open board has a button. */
  function showUnknown({ stop_name, driver_name }: Move): void {
    showToast({
      kind: 'warning',
      title: unknownMoveText(),
      description: [stop_name, driver_name].join(' · '),
      about: ABOUT_UNKNOWN,
      action: { label: t`Send again`, onPress: () => void sendAll() },
    });
  }

  return {
    waiting,
    /** True if it is unknown whether the first of them is recorded. */
    unknown,
    add(move: Move): void {
      change([...queue.current, { ...move, command: memoryCommand('arrange_driver_stops', move.arranged) }]);
      if (!unknown) void sendAll();
    },
    again: () => void sendAll(),
  };
}

export function unknownMoveText(): string {
  return t`We don't know yet whether the last move was recorded`;
}

function showNotMoved(
  { stop_name, driver_name }: Move,
  outcome: Outcome<EndpointResponse<'arrange_driver_stops'>>,
  time_zone: string,
): void {
  if (outcome.kind === 'refused') {
    const description = refusalText(outcome.problem) ?? undefined;
    showToast({ kind: 'error', title: t`${stop_name} was not moved`, description, about: ABOUT });
  } else if (outcome.kind === 'done') {
    const { news, by } = outcome.answer;
    const who = by ?? t`Another user`;
    const title =
      outcome.answer.outcome === 'desk_stands'
        ? t`${who} arranged the stops of ${driver_name} meanwhile`
        : t`${who} changed ${stop_name} meanwhile`;
    const nothing = t`Nothing was moved. The board shows the current stops.`;
    const description = news ? t`${orderChangeText(news, time_zone)}. ${nothing}` : nothing;
    showToast({ kind: 'warning', title, description, about: ABOUT });
  }
}
