import { useEffect, useId, useRef, useState } from 'react';
import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { type CommandName, isDecided, isSentByPressing, type OutboxEntry } from '../offline/outbox-entry.ts';
import { showToast, withdrawToasts } from '../ui/toast.ts';
import { thisTab } from '../world/this-tab.ts';
import { type Command, isReferenceTaken } from './command.ts';
import { makeCommand, remakeCommand } from './make-command.ts';
import { deviceOutbox, sendAgain, thisDevice } from './this-device.ts';
import { useCommandEntries, useStanding } from './use-entries.ts';

type Form<N extends CommandName, Given> = {
  by: Profile;
  /** What the form is about; null where that is filled in too, so that whichever is undecided is shown in its place. */
  subject: string | null;
  /** The name of the object in a toast about a command that could not be made. */
  names?: string;
  /** It is recorded: by the form of this tab as it stands (`mine`), or while somebody looked. Told once. */
  onDone?: (entry: OutboxEntry<N>, mine: boolean) => void;
  /** It was refused and that was said. Told once, of what this form made; without a subject also of what was there before. */
  onRefused?: (entry: OutboxEntry<N>, mine: boolean) => void;
  /** It is done, and what it was about has come up again. */
  isOver?: (entry: OutboxEntry<N>) => boolean;
  /** Adds to what is made anew what the device does not keep. */
  amend?: (given: Given) => Given;
};

/** Somebody else's reference is no reason to bother anybody; more than a few in a row are no accident. */
const REMAKES_MAX = 5;

/**
 * Ties a form to the command that it makes, also after a reload. A reference that was taken is made anew by itself
 * (ruling D4). The functions of `form` may be new ones at every render.
 */
export function useCommand<N extends CommandName, Given>(command: Command<N, Given>, form: Form<N, Given>) {
  const { subject, by } = form;
  /** All of the maker's about the subject, oldest first. */
  const entries = useCommandEntries(command.endpoint).filter(
    (one) => subject === null || one.subject === subject,
  );
  const [own_id, setOwnId] = useState<string | null>(null);
  const [making, setMaking] = useState(false);
  const pressed = useRef(false);
  /** What is said when nothing could be made is about this press. */
  const form_id = useId();
  /** What the form's own command was made of. */
  const signed = useRef<readonly unknown[] | null>(null);
  const remakes = useRef(0);
  /** What was seen undecided here; what was told of. */
  const watched = useRef(new Set<string>());
  const told = useRef(new Set<string>());
  const by_pressing = isSentByPressing(command);

  const found = entryFor();
  const entry = found && form.isOver?.(found) ? undefined : found;
  const mine = entry !== undefined && entry.command_id === own_id;
  const recorded = useStanding(entry);

  function entryFor(): OutboxEntry<N> | undefined {
    const newest = entries.at(-1);
    if (!by_pressing) return newest;
    // Such a form itself holds what was refused, once that was said.
    if (subject === null) {
      return entries.find(({ state, command_id }) => state !== 'done' && !told.current.has(command_id));
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
      showToast({ ...command.words.notMade(error), names: form.names, about: form_id });
    } finally {
      pressed.current = false;
      setMaking(false);
    }
  }

  /** Where another tab was quicker, its command is not taken for this form's. */
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
   * Sends what is given: the very same command again when it is held and `content` is what it was (null: it cannot have
   * changed), else a new one. Presses while one is on its way do nothing.
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
        if (remakes.current > REMAKES_MAX) throw new Error('The reference is taken time and again');
        const again = (command_id: string) =>
          remakeCommand(command, refused, { by, command_id, device: thisDevice }, form.amend);
        if (was_mine) await makeOwn(again);
        else await again(thisTab.random.uuid());
      } catch (error) {
        const kept = await deviceOutbox.reload();
        // Another tab was quicker.
        if (!kept.some(({ command_id }) => command_id === refused.command_id)) return;
        // The form holds what it was made of, and the next press makes it: it must not be made twice.
        if (was_mine) await deviceOutbox.discard(refused.command_id);
        else form.onRefused?.(refused, false);
        throw error;
      }
    });
  }

  // Entries change whenever somebody writes to the device, so this looks at each again and tells of it once.
  useEffect(() => {
    for (const one of entries) {
      const { command_id } = one;
      if (told.current.has(command_id)) continue;
      if (!isDecided(one)) watched.current.add(command_id);
      else if (one.state === 'done') tellOfDone(one);
      else if (isRemade(one)) {
        if (pressed.current) continue;
        told.current.add(command_id);
        void remake(one);
      } else if (one.announced === 'refused' && (subject === null || command_id === own_id)) {
        told.current.add(command_id);
        form.onRefused?.(one, command_id === own_id);
      }
    }
  });

  function tellOfDone(one: OutboxEntry<N>): void {
    const { command_id } = one;
    told.current.add(command_id);
    const own = command_id === own_id;
    if (!own && !watched.current.has(command_id)) return;
    form.onDone?.(one, own);
    // Only a note for other tabs; it costs nothing when it fails.
    if (by_pressing) void deviceOutbox.acknowledge(command_id).catch(() => {});
  }

  // About to be made anew, or to be told of.
  const settling = entry?.state === 'refused' && by_pressing && (subject === null || isRemade(entry));
  const standing = making || settling ? 'busy' : recorded;
  const unchangeable = standing === 'unknown' || standing === 'needs_manager' || standing === 'sign_in';
  const sent = mine && !unchangeable ? undefined : entry;
  return {
    /** What the form made, or what is undecided from before it was opened; of a fact the newest, decided or not. */
    entry,
    /** Whether the form of this tab made it and still holds what was filled in. */
    mine,
    standing,
    /** What a dialog shows in place of its fields: another's command, or what cannot be changed any more. */
    sent,
    /** What was pressed in a dialog is on its way. */
    busy: !sent && (standing === 'busy' || standing === 'done'),
    press,
    /** Forgets what is held or refused, so that the form can be changed. */
    async forget(): Promise<void> {
      if (entry && isPressable(entry)) await deviceOutbox.discard(entry.command_id);
    },
    /** The form is given up: forgets what it made and what was certainly not recorded. */
    giveUp(): void {
      if (mine && isPressable(entry)) void deviceOutbox.discard(entry.command_id);
    },
  };
}

/** Neither recorded nor on its way. */
function isPressable({ state }: OutboxEntry): boolean {
  return state === 'held' || state === 'refused';
}

function isSame(one: readonly unknown[] | null, other: readonly unknown[]): boolean {
  return one?.length === other.length && one.every((part, at) => Object.is(part, other[at]));
}
