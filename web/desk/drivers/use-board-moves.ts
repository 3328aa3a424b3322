import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import type { ArrangeDriverStops } from '../../../contract/operations/desk/drivers/arrange-driver-stops.schema.ts';
import { identity } from '../../api/identity.ts';
import { refusalText } from '../../api/problem-words.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { showToast, withdrawToasts } from '../../ui/toast.ts';
import { newsWords } from '../news-words.ts';
import type { DeskOutcome } from '../send-command.ts';
import { useDeskCommand } from '../use-desk-command.ts';

/** What was moved, and what it is called to whoever moved it. */
export type Move = { arranged: ArrangeDriverStops; stop_name: string; driver_name: string };

const ABOUT = 'driver-board';
const LEFT = 'driver-board-left';

/**
 * What was moved here and is not known to be recorded, oldest first: sent one after the other, each made from the one before. Where one does not stand, those
 * behind it are given up with it. They are sent also once the board is left.
 */
export function useBoardMoves() {
  const command = useDeskCommand('arrange_driver_stops');
  const time_zone = useTimeZone();
  const [waiting, setWaiting] = useState<readonly Move[]>([]);
  const queue = useRef<readonly Move[]>([]);
  const sending = useRef(false);
  const here = useRef(true);
  const [by] = useState(() => identity().user_id());

  function change(next: readonly Move[]): void {
    queue.current = next;
    setWaiting(next);
  }

  async function sendAll(first: () => Promise<DeskOutcome<'arrange_driver_stops'>>): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    withdrawToasts(LEFT);
    try {
      let send = first;
      for (let head = queue.current[0]; head; head = queue.current[0]) {
        const outcome = await send();
        if (by !== identity().user_id()) return;
        if (outcome.kind === 'unknown') {
          if (!here.current) sayLeft(head);
          return;
        }
        const stands = outcome.kind === 'done' && outcome.answer.outcome === 'arranged';
        if (!stands) sayWhyNot(head, outcome, time_zone);
        change(stands ? queue.current.slice(1) : []);
        send = sendFirst;
      }
    } finally {
      sending.current = false;
    }
  }

  function sendFirst() {
    const [head] = queue.current;
    if (!head) throw new Error('There is nothing to send');
    return command.run(head.arranged);
  }

  /** The board has a button for it, for as long as it is open. */
  function sayLeft({ stop_name, driver_name }: Move): void {
    showToast({
      kind: 'warning',
      title: notKnownWords(),
      description: [stop_name, driver_name].join(' · '),
      about: LEFT,
      action: { label: t`Send again`, onPress: () => void sendAll(command.again) },
    });
  }

  const leave = useRef(sayLeft);
  leave.current = sayLeft;
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
      const [head] = queue.current;
      if (head && !sending.current && by === identity().user_id()) leave.current(head);
    };
  }, [by]);

  return {
    waiting,
    /** Nobody knows whether the first of them is recorded. */
    unknown: command.unknown,
    add(move: Move): void {
      change([...queue.current, move]);
      if (!command.unknown) void sendAll(sendFirst);
    },
    again: () => void sendAll(command.again),
  };
}

export function notKnownWords(): string {
  return t`We don't know yet whether the last move was recorded`;
}

function sayWhyNot(
  { stop_name, driver_name }: Move,
  outcome: DeskOutcome<'arrange_driver_stops'>,
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
