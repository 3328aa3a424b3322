import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import type { ArrangeDriverStops } from '../../../contract/operations/desk/drivers/arrange-driver-stops.schema.ts';
import type { EndpointAnswer } from '../../../contract/operations/endpoint-schemas.ts';
import { refusalText } from '../../api/problem-words.ts';
import { type MemoryCommand, memoryCommand } from '../../commands/memory/memory-command.ts';
import type { Outcome } from '../../commands/memory/until-decided.ts';
import { useOnLeave } from '../../commands/memory/use-on-leave.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { showToast, withdrawToasts } from '../../ui/toast.ts';
import { newsWords } from '../news-words.ts';

/** What was moved, and what it is called to whoever moved it. */
export type Move = { arranged: ArrangeDriverStops; stop_name: string; driver_name: string };

type Sent = Move & { command: MemoryCommand<'arrange_driver_stops'> };

const ABOUT = 'driver-board';
const LEFT = 'driver-board-left';

/**
 * What was moved here and is not known to be recorded, oldest first: sent one after the other, each made from the one before. Where one does not stand, those
 * behind it are given up with it. They are sent also once the board is left.
 */
export function useBoardMoves() {
  const time_zone = useTimeZone();
  const [waiting, setWaiting] = useState<readonly Sent[]>([]);
  const [unknown, setUnknown] = useState(false);
  const queue = useRef(waiting);
  const sending = useRef(false);
  const isHere = useOnLeave(() => {
    const [head] = queue.current;
    if (head?.command.isOwn() && !sending.current) sayLeft(head);
  });

  function change(next: readonly Sent[]): void {
    queue.current = next;
    setWaiting(next);
  }

  async function sendAll(): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setUnknown(false);
    withdrawToasts(LEFT);
    try {
      for (let head = queue.current[0]; head; head = queue.current[0]) {
        const outcome = await head.command.send();
        if (!head.command.isOwn()) return;
        if (outcome.kind === 'unknown') {
          setUnknown(true);
          if (!isHere()) sayLeft(head);
          return;
        }
        const stands = outcome.kind === 'done' && outcome.answer.outcome === 'arranged';
        if (!stands) sayWhyNot(head, outcome, time_zone);
        change(stands ? queue.current.slice(1) : []);
      }
    } finally {
      sending.current = false;
    }
  }

  /** The board has a button for it, for as long as it is open. */
  function sayLeft({ stop_name, driver_name }: Move): void {
    showToast({
      kind: 'warning',
      title: notKnownWords(),
      description: [stop_name, driver_name].join(' · '),
      about: LEFT,
      action: { label: t`Send again`, onPress: () => void sendAll() },
    });
  }

  return {
    waiting,
    /** It is unknown whether the first of them is recorded. */
    unknown,
    add(move: Move): void {
      change([...queue.current, { ...move, command: memoryCommand('arrange_driver_stops', move.arranged) }]);
      if (!unknown) void sendAll();
    },
    again: () => void sendAll(),
  };
}

export function notKnownWords(): string {
  return t`We don't know yet whether the last move was recorded`;
}

function sayWhyNot(
  { stop_name, driver_name }: Move,
  outcome: Outcome<EndpointAnswer<'arrange_driver_stops'>>,
  time_zone: string,
): void {
  if (outcome.kind === 'refused') {
    const description = refusalText(outcome.problem) ?? undefined;
    showToast({ kind: 'error', title: t`${stop_name} was not moved`, description, about: ABOUT });
  } else if (outcome.kind === 'done') {
    const { news, by } = outcome.answer;
    const who = by ?? t`Somebody else`;
    const title =
      outcome.answer.outcome === 'desk_stands'
        ? t`${who} arranged the stops of ${driver_name} meanwhile`
        : t`${who} changed ${stop_name} meanwhile`;
    const nothing = t`Nothing was moved. The board shows how it is now.`;
    const description = news ? t`${newsWords(news, time_zone)}. ${nothing}` : nothing;
    showToast({ kind: 'warning', title, description, about: ABOUT });
  }
}
