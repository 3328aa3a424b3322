import { plural, select, t } from '@lingui/core/macro';
import { commandOf } from '../commands/commands.ts';
import type { OutboxEntry } from '../offline/outbox-entry.ts';

type Unsent = readonly Pick<OutboxEntry, 'endpoint' | 'state'>[];

/** The line at the top about the network and unsent work; null when all is well. Refused work speaks for itself. */
export function unsentWords(online: boolean, entries: Unsent): string | null {
  const going = entries.filter(({ state }) => state !== 'refused' && state !== 'held');
  const held = entries.filter(({ state }) => state === 'held');
  const waits = held.length > 0 ? heldWords(held) : '';
  if (online) return sentences(going.length > 0 ? sendingWords(going) : '', waits);
  if (going.length === 0 && !waits) return t`No connection. What you see may be out of date.`;
  return sentences(t`No connection.`, going.length > 0 ? waitingWords(going) : '', waits);
}

function heldWords(entries: Unsent): string {
  const what = numbered(entries, 'digit');
  return t`${plural(entries.length, { one: `${what} is not sent yet.`, other: `${what} are not sent yet.` })}`;
}

function sendingWords(entries: Unsent): string {
  const what = numbered(entries, 'digit');
  return t`${plural(entries.length, { one: `${what} is still being sent.`, other: `${what} are still being sent.` })}`;
}

function waitingWords(entries: Unsent): string {
  const what = numbered(entries, 'digit');
  return t`${plural(entries.length, { one: `${what} is waiting to be sent.`, other: `${what} are waiting to be sent.` })}`;
}

/**
 * What is asked before signing out (ruling E2): what goes out by itself later, what may be recorded, what waits for a press, what
 * was refused, and whether a form was filled in that is deleted.
 */
export function leavingWords(entries: Unsent, drafted = false): string | null {
  const held = entries.filter(({ state }) => state === 'held');
  const unknown = entries.filter(({ state }) => state === 'unknown');
  const refused = entries.filter(({ state }) => state === 'refused');
  const apart = [...held, ...unknown, ...refused];
  const going = entries.filter((entry) => !apart.includes(entry));
  return sentences(
    notSent(going),
    notKnown(unknown),
    notRecorded(held),
    wasRefused(refused),
    drafted ? t`What you entered for a delivery that is not confirmed yet is deleted.` : '',
  );
}

function notSent(entries: Unsent): string {
  const what = numbered(entries, 'start');
  return t`${plural(entries.length, {
    0: '',
    one: `${what} has not been sent yet. It stays on this device and will be sent when you sign in here again.`,
    other: `${what} have not been sent yet. They stay on this device and will be sent when you sign in here again.`,
  })}`;
}

function notKnown(entries: Unsent): string {
  const what = numbered(entries, 'middle');
  return t`${plural(entries.length, {
    0: '',
    one: `We don't know yet whether ${what} was recorded. It stays on this device and will be sent again when you sign in here again.`,
    other: `We don't know yet whether ${what} were recorded. They stay on this device and will be sent again when you sign in here again.`,
  })}`;
}

function notRecorded(entries: Unsent): string {
  const what = numbered(entries, 'start');
  return t`${plural(entries.length, {
    0: '',
    one: `${what} is not recorded. It stays on this device, and is not sent until you sign in here again and try again.`,
    other: `${what} are not recorded. They stay on this device, and are not sent until you sign in here again and try again.`,
  })}`;
}

function wasRefused(entries: Unsent): string {
  const what = numbered(entries, 'start');
  return t`${plural(entries.length, {
    0: '',
    one: `${what} was refused and not recorded. It stays on this device until you sign in here again and dismiss it.`,
    other: `${what} were refused and not recorded. They stay on this device until you sign in here again and dismiss them.`,
  })}`;
}

/** `3 deliveries`; a single one in words where it is read as a sentence: `One delivery`, `one delivery`, `1 delivery`. */
function numbered(entries: Unsent, form: 'start' | 'middle' | 'digit'): string {
  const kinds = new Set(entries.map(({ endpoint }) => commandOf(endpoint).words.kind));
  const [kind] = kinds.size === 1 ? kinds : [];
  const count = entries.length;
  switch (kind) {
    case 'delivery':
      return t`${plural(count, { one: `${select(form, { start: 'One', middle: 'one', other: '1' })} delivery`, other: '# deliveries' })}`;
    case 'handover':
      return t`${plural(count, { one: `${select(form, { start: 'One', middle: 'one', other: '1' })} handover`, other: '# handovers' })}`;
    case 'collection':
      return t`${plural(count, { one: `${select(form, { start: 'One', middle: 'one', other: '1' })} collection`, other: '# collections' })}`;
    case 'deposit':
      return t`${plural(count, { one: `${select(form, { start: 'One', middle: 'one', other: '1' })} deposit`, other: '# deposits' })}`;
    default:
      return t`${plural(count, { one: `${select(form, { start: 'One', middle: 'one', other: '1' })} record`, other: '# records' })}`;
  }
}

function sentences(...parts: string[]): string | null {
  return parts.filter((part) => part !== '').join(' ') || null;
}
