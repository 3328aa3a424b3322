import { useEffect, useRef, useState } from 'react';
import { newId } from '../../contract/rules/ids.ts';
import { discard, sendAgain } from '../offline/device-outbox.ts';
import { type CommandName, isDecided, type OutboxEntry } from '../offline/outbox-entry.ts';
import { useOutboxEntry } from '../offline/use-outbox.ts';

/**
 * Where a command stands that is signed at a table. `open`, `held` and `refused` can be changed and pressed; held: certainly
 * not recorded. unknown and sign_in: sent, no answer came (ruling E3).
 */
export type TableCommandState = 'open' | 'busy' | 'unknown' | 'sign_in' | 'held' | 'refused' | 'done';

/** Makes the command under this id; answers another's entry when one about the same subject is undecided. */
type Make<N extends CommandName> = (command_id: string) => Promise<OutboxEntry<N>>;

export type TableCommand<N extends CommandName> = {
  /** What the form is about: the command it made, or one from before it was opened that is still undecided. */
  entry: OutboxEntry<N> | undefined;
  /** The entry is not this form's: it is about what was filled in before a reload, or in another tab. */
  foreign: boolean;
  state: TableCommandState;
  /**
   * Sends `content`, made into a command by `make`: the very same command again when it is held and its content is what it
   * was, else a new one. Presses while one is on its way do nothing.
   */
  press(content: readonly unknown[], make: Make<N>): Promise<void>;
  /** The form is given up: forgets what was certainly not recorded. */
  abandon(): void;
};

/** Somebody else's reference is no reason to bother anybody; more than a few in a row are no accident. */
const REMAKES_MAX = 5;

/**
 * Ties a form to the command it makes about `subject`. A reference that was taken is made anew by itself (ruling D4).
 * `onNotMade` hears why a command could not even be made.
 */
export function useTableCommand<N extends CommandName>(
  endpoint: N,
  subject: string,
  onNotMade: (error: unknown) => void,
): TableCommand<N> {
  const newest = useOutboxEntry(endpoint, subject);
  const [own_id, setOwnId] = useState<string | null>(null);
  const [making, setMaking] = useState(false);
  const pressed = useRef(false);
  const made = useRef<{ content: readonly unknown[]; make: Make<N>; remakes: number } | null>(null);
  const own = newest !== undefined && newest.command_id === own_id;
  const entry = newest && (own || !isDecided(newest)) ? newest : undefined;
  const taken = own && newest.state === 'refused' && newest.problem?.code === 'reference_taken';
  const remaking = taken && (made.current?.remakes ?? REMAKES_MAX) < REMAKES_MAX;

  async function once(work: () => Promise<void>): Promise<void> {
    if (pressed.current) return;
    pressed.current = true;
    setMaking(true);
    try {
      await work();
    } catch (error) {
      onNotMade(error);
    } finally {
      pressed.current = false;
      setMaking(false);
    }
  }

  /** Where another tab was quicker, its command is not taken for this form's. */
  async function makeOwn(make: Make<N>): Promise<void> {
    const command_id = newId();
    const { command_id: made_id } = await make(command_id);
    setOwnId(made_id === command_id ? command_id : null);
  }

  function press(content: readonly unknown[], make: Make<N>): Promise<void> {
    return once(async () => {
      if (entry && !isPressable(entry)) return;
      if (own && entry?.state === 'held' && isSame(made.current?.content, content)) {
        return await sendAgain(entry.command_id);
      }
      if (entry) await discard(entry.command_id);
      made.current = { content, make, remakes: 0 };
      await makeOwn(make);
    });
  }

  useEffect(() => {
    const again = made.current;
    if (!taken || !again || !own_id || pressed.current) return;
    void once(async () => {
      await discard(own_id);
      if (again.remakes >= REMAKES_MAX) throw new Error('The reference is taken time and again');
      again.remakes += 1;
      await makeOwn(again.make);
    });
  });

  function abandon(): void {
    if (own && entry && isPressable(entry)) void discard(entry.command_id);
  }

  const foreign = entry !== undefined && !own && !making;
  return { entry, foreign, state: making || remaking ? 'busy' : stateOf(entry), press, abandon };
}

/** Neither recorded nor on its way. */
function isPressable({ state }: OutboxEntry): boolean {
  return state === 'held' || state === 'refused';
}

function stateOf(entry: OutboxEntry | undefined): TableCommandState {
  if (!entry) return 'open';
  return entry.state === 'queued' || entry.state === 'sending' ? 'busy' : entry.state;
}

function isSame(one: readonly unknown[] | undefined, other: readonly unknown[]): boolean {
  return one?.length === other.length && one.every((part, at) => Object.is(part, other[at]));
}
