import type { CommandName, OutboxEntry } from '../offline/outbox-entry.ts';

const NAMES: Record<CommandName, { one: string; many: string }> = {
  confirm_delivery: { one: 'delivery', many: 'deliveries' },
  start_handover: { one: 'handover', many: 'handovers' },
  end_handover: { one: 'handover', many: 'handovers' },
  collect_cash: { one: 'collection', many: 'collections' },
  record_deposit: { one: 'deposit', many: 'deposits' },
};

type Unsent = readonly Pick<OutboxEntry, 'endpoint' | 'state'>[];

/** The line at the top about the network and unsent work; null when all is well. Refused work speaks for itself. */
export function unsentWords(online: boolean, entries: Unsent): string | null {
  const going = entries.filter(({ state }) => state !== 'refused' && state !== 'held');
  const held = entries.filter(({ state }) => state === 'held');
  const waits = held.length > 0 ? `${counted(held)} not sent yet.` : '';
  if (online) return sentences(going.length > 0 ? `${counted(going)} still being sent.` : '', waits);
  if (going.length === 0 && !waits) return 'No connection. What you see may be out of date.';
  return sentences('No connection.', going.length > 0 ? `${counted(going)} waiting to be sent.` : '', waits);
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
    drafted ? 'What you entered for a delivery that is not confirmed yet is deleted.' : '',
  );
}

function notSent(entries: Unsent): string {
  if (entries.length === 0) return '';
  const [has, it] = entries.length === 1 ? ['has', 'It stays'] : ['have', 'They stay'];
  return `${sentenceOf(entries)} ${has} not been sent yet. ${it} on this device and will be sent when you sign in here again.`;
}

function notKnown(entries: Unsent): string {
  if (entries.length === 0) return '';
  const [was, it] = entries.length === 1 ? ['was', 'It stays'] : ['were', 'They stay'];
  return `We don't know yet whether ${numbered(entries)} ${was} recorded. ${it} on this device and will be sent again when you sign in here again.`;
}

function notRecorded(entries: Unsent): string {
  if (entries.length === 0) return '';
  const [is, it] = entries.length === 1 ? ['is', 'It stays'] : ['are', 'They stay'];
  return `${sentenceOf(entries)} ${is} not recorded. ${it} on this device, and ${is} not sent until you sign in here again and try again.`;
}

function wasRefused(entries: Unsent): string {
  if (entries.length === 0) return '';
  const [was, it, them] = entries.length === 1 ? ['was', 'It stays', 'it'] : ['were', 'They stay', 'them'];
  return `${sentenceOf(entries)} ${was} refused and not recorded. ${it} on this device until you sign in here again and dismiss ${them}.`;
}

function numbered(entries: Unsent): string {
  const { one, many } = nameOf(entries);
  return entries.length === 1 ? `one ${one}` : `${entries.length} ${many}`;
}

function sentenceOf(entries: Unsent): string {
  return numbered(entries).replace(/^one /, 'One ');
}

function counted(entries: Unsent): string {
  const { one, many } = nameOf(entries);
  return entries.length === 1 ? `1 ${one} is` : `${entries.length} ${many} are`;
}

function nameOf(entries: Unsent): { one: string; many: string } {
  const names = new Set(entries.map(({ endpoint }) => NAMES[endpoint].one));
  const first = entries[0];
  return first && names.size === 1 ? NAMES[first.endpoint] : { one: 'record', many: 'records' };
}

function sentences(...parts: string[]): string | null {
  return parts.filter((part) => part !== '').join(' ') || null;
}
