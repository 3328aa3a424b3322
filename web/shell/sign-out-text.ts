import { plural, select, t } from '@lingui/core/macro';
import { isWork } from '../offline/outbox-entry.ts';
import { countAndKind, sentences, type Unsent } from './unsent-messages.ts';

/**
 * Returns the question before signing out: entries sent automatically later, entries that may be recorded,
 * entries that need another press, rejected entries, and a filled-in form that is deleted.
 */
export function signOutText(all: Unsent, drafted = false): string | null {
  const entries = all.filter(isWork);
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
    drafted ? t`The details you entered for an unconfirmed delivery will be deleted.` : '',
  );
}

function notSent(entries: Unsent): string {
  const { count, kind } = countAndKind(entries);
  return t`${plural(count, {
    0: '',
    one: `${select(kind, { delivery: 'One delivery', attempt: 'One attempt', handover: 'One handover', collection: 'One collection', deposit: 'One deposit', other: 'One entry' })} has not been sent yet. It stays on this device and will be sent when you sign in here again.`,
    other: `${select(kind, { delivery: '# deliveries', attempt: '# attempts', handover: '# handovers', collection: '# collections', deposit: '# deposits', other: '# entries' })} have not been sent yet. They stay on this device and will be sent when you sign in here again.`,
  })}`;
}

function notKnown(entries: Unsent): string {
  const { count, kind } = countAndKind(entries);
  return t`${plural(count, {
    0: '',
    one: `We don't know yet whether ${select(kind, { delivery: 'one delivery', attempt: 'one attempt', handover: 'one handover', collection: 'one collection', deposit: 'one deposit', other: 'one entry' })} was recorded. It stays on this device and will be sent again when you sign in here again.`,
    other: `We don't know yet whether ${select(kind, { delivery: '# deliveries', attempt: '# attempts', handover: '# handovers', collection: '# collections', deposit: '# deposits', other: '# entries' })} were recorded. They stay on this device and will be sent again when you sign in here again.`,
  })}`;
}

function notRecorded(entries: Unsent): string {
  const { count, kind } = countAndKind(entries);
  return t`${plural(count, {
    0: '',
    one: `${select(kind, { delivery: 'One delivery', attempt: 'One attempt', handover: 'One handover', collection: 'One collection', deposit: 'One deposit', other: 'One entry' })} is not recorded. It stays on this device, and is not sent until you sign in here again and try again.`,
    other: `${select(kind, { delivery: '# deliveries', attempt: '# attempts', handover: '# handovers', collection: '# collections', deposit: '# deposits', other: '# entries' })} are not recorded. They stay on this device, and are not sent until you sign in here again and try again.`,
  })}`;
}

function wasRefused(entries: Unsent): string {
  const { count, kind } = countAndKind(entries);
  return t`${plural(count, {
    0: '',
    one: `${select(kind, { delivery: 'One delivery', attempt: 'One attempt', handover: 'One handover', collection: 'One collection', deposit: 'One deposit', other: 'One entry' })} was refused and not recorded. It stays on this device until you sign in here again and dismiss it.`,
    other: `${select(kind, { delivery: '# deliveries', attempt: '# attempts', handover: '# handovers', collection: '# collections', deposit: '# deposits', other: '# entries' })} were refused and not recorded. They stay on this device until you sign in here again and dismiss them.`,
  })}`;
}
