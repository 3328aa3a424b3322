import { useEffect, useId, useRef, useState } from 'react';
import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { thisTab } from '../environment/this-tab.ts';
import { type CommandName, isDecided, isSentByPressing, type OutboxEntry } from '../offline/outbox-entry.ts';
import { showToast, withdrawToasts } from '../ui/toast.ts';
import { type Command, isReferenceTaken } from './command.ts';
import { makeCommand, remakeCommand } from './make-command.ts';
import { deviceOutbox, sendAgain, thisDevice } from './this-device.ts';
import { useCommandEntries, useStanding } from './use-entries.ts';

type Form<N extends CommandName, Given> = {
  by: Profile;
  /**
   * The subject of the form; null if it is a field of the form, which then shows any undecided command
   * instead.
   */
  subject: string | null;
  /** The name of the object in a toast about a command that could not be made. */
  names?: string;
  /**
   * Called once when it is recorded: for this form's command (`mine`), or for one that became done while
   * shown.
   */
  onDone?: (entry: OutboxEntry<N>, mine: boolean) => void;
  /**
   * Called once after a refusal was shown: for this form's command, without a subject also for earlier ones.
   */
  onRefused?: (entry: OutboxEntry<N>, mine: boolean) => void;
  /** Returns true if a done command no longer applies, since its subject is open again. */
  isOver?: (entry: OutboxEntry<N>) => boolean;
  /** Adds fields that the device does not store to a remade command. */
  amend?: (given: Given) => Given;
};

/** A taken reference is replaced without a message; after this many in a row the user sees an error. */
const REMAKES_MAX = 5;

/**
 * Connects a form to its command, also after a reload. A command whose reference was taken is remade
 * automatically. The functions of `form` may change at every render.
 */
export function useCommand<N extends CommandName, Given>(command: Command<N, Given>, form: Form<N, Given>) {
  const { subject, by } = form;
  /** All commands of the user about the subject, oldest first. */
  const entries = useCommandEntries(command.endpoint).filter(
    (one) => subject === null || one.subject === subject,
  );
  const [own_id, setOwnId] = useState<string | null>(null);
  const [making, setMaking] = useState(false);
  const pressed = useRef(false);
  /** The topic of this form's toasts about commands that could not be made. */
  const form_id = useId();
  /** The content of the form's own command. */
  const signed = useRef<readonly unknown[] | null>(null);
  const remakes = useRef(0);
  /** Entries seen undecided here, and entries whose outcome was handled. */
  const watched = useRef(new Set<string>());
  const handled = useRef(new Set<string>());
  const by_pressing = isSentByPressing(command);

  const found = entryFor();
  const entry = found && form.isOver?.(found) ? undefined : found;
  const mine = entry !== undefined && entry.command_id === own_id;
  const recorded = useStanding(entry);

  function entryFor(): OutboxEntry<N> | undefined {
    const newest = entries.at(-1);
    if (!by_pressing) return newest;
    // A form of a signed command itself contains the refused input, once the refusal was shown.
    if (subject === null) {
      return entries.find(({ state, command_id }) => state !== 'done' && !handled.current.has(command_id));
    }
    return newest?.command_id === own_id ? newest : entries.find((one) => !isDecided(one));
  }

  function isRemade(one: OutboxEntry<N>): boolean {
    const concerned = one.command_id === own_id || subject === null;
    return concerned && isReferenceTaken(one.problem) && command.recall !== undefined;
  }

  async function once(work: () => Promise<void>): Promise<void> {
    if (pressed.current) return;
    pressed.current = true;
    setMaking(true);
    withdrawToasts(form_id);
    try {
      await work();
    } catch (error) {
      showToast({ ...command.messages.notMade(error), names: form.names, about: form_id });
    } finally {
      pressed.current = false;
      setMaking(false);
    }
  }

  /** Makes this form's own command; a command that another tab made first does not count as its own. */
  async function makeOwn(make: (command_id: string) => Promise<OutboxEntry<N> | null>): Promise<void> {
    const command_id = thisTab.random.uuid();
    setOwnId(command_id);
    let made: OutboxEntry<N> | null = null;
    try {
      made = await make(command_id);
    } finally {
      if (made?.command_id !== command_id) setOwnId(null);
    }
  }

  /**
   * Sends the form: the same command again if it is held and `content` is unchanged (null: it cannot have
   * changed), else a new one. Does nothing while a command is being sent.
   */
  function press(given: () => Given, content: readonly unknown[] | null = null): Promise<void> {
    return once(async () => {
      if (entry && !isPressable(entry)) return;
      const same = content === null || (mine && isSame(signed.current, content));
      if (entry?.state === 'held' && same) return await sendAgain(entry.command_id);
      const made_of = given();
      if (entry && by_pressing) await deviceOutbox.discard(entry.command_id);
      signed.current = content;
      remakes.current = 0;
      await makeOwn((command_id) => makeCommand(command, made_of, { by, command_id, device: thisDevice }));
    });
  }

  function remake(refused: OutboxEntry<N>): Promise<void> {
    const was_mine = refused.command_id === own_id;
    return once(async () => {
      try {
        remakes.current += 1;
        if (remakes.current > REMAKES_MAX) throw new Error('Too many references in a row were taken');
        const again = (command_id: string) =>
          remakeCommand(command, refused, { by, command_id, device: thisDevice }, form.amend);
        if (was_mine) await makeOwn(again);
        else await again(thisTab.random.uuid());
      } catch (error) {
        const kept = await deviceOutbox.reload();
        // Another tab remade it first.
        if (!kept.some(({ command_id }) => command_id === refused.command_id)) return;
        // The form still contains the input and the next press makes a new command, so this one is discarded.
        if (was_mine) await deviceOutbox.discard(refused.command_id);
        else form.onRefused?.(refused, false);
        throw error;
      }
    });
  }

  // Entries change with every write on the device, so each outcome is handled only once.
  useEffect(() => {
    for (const one of entries) {
      const { command_id } = one;
      if (handled.current.has(command_id)) continue;
      if (!isDecided(one)) watched.current.add(command_id);
      else if (one.state === 'done') handleDone(one);
      else if (isRemade(one)) {
        if (pressed.current) continue;
        handled.current.add(command_id);
        void remake(one);
      } else if (one.announced === 'refused' && (subject === null || command_id === own_id)) {
        handled.current.add(command_id);
        form.onRefused?.(one, command_id === own_id);
      }
    }
  });

  function handleDone(one: OutboxEntry<N>): void {
    const { command_id } = one;
    handled.current.add(command_id);
    const own = command_id === own_id;
    if (!own && !watched.current.has(command_id)) return;
    form.onDone?.(one, own);
    // Only a note for other tabs, so a failure is ignored.
    if (by_pressing) void deviceOutbox.acknowledge(command_id).catch(() => {});
  }

  // The entry is about to be remade, or its refusal to be handled.
  const settling = entry?.state === 'refused' && by_pressing && (subject === null || isRemade(entry));
  const standing = making || settling ? 'busy' : recorded;
  const unchangeable = standing === 'unknown' || standing === 'needs_manager' || standing === 'sign_in';
  const sent = mine && !unchangeable ? undefined : entry;
  return {
    /**
     * The form's own command, or an undecided one from before it was opened; for automatic commands the
     * newest.
     */
    entry,
    /** True if the form of this tab made it and still contains the input. */
    mine,
    standing,
    /**
     * The command that a dialog shows instead of its fields: another form's, or one that cannot be changed
     * any more.
     */
    sent,
    /** True while a command pressed in this dialog is being sent. */
    busy: !sent && (standing === 'busy' || standing === 'done'),
    press,
    /** Discards a held or refused command, so that the form can be changed. */
    async forget(): Promise<void> {
      if (entry && isPressable(entry)) await deviceOutbox.discard(entry.command_id);
    },
    /** Discards the form's own command when the form is closed, if it was certainly not recorded. */
    giveUp(): void {
      if (mine && isPressable(entry)) void deviceOutbox.discard(entry.command_id);
    },
  };
}

/** Returns true if the entry is neither recorded nor being sent. */
function isPressable({ state }: OutboxEntry): boolean {
  return state === 'held' || state === 'refused';
}

function isSame(one: readonly unknown[] | null, other: readonly unknown[]): boolean {
  return one?.length === other.length && one.every((part, at) => Object.is(part, other[at]));
}
