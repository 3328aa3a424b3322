import { plural, select, t } from '@lingui/core/macro';
import { formatMoney } from '../../contract/rules/amounts/money.ts';
import { unsentCash } from '../commands/cash/unsent-cash.ts';
import { type CommandName, isWork, type OutboxEntry } from '../offline/outbox-entry.ts';

export type Unsent = readonly Pick<OutboxEntry, 'endpoint' | 'state'>[];
type WithCash = readonly Pick<OutboxEntry, 'endpoint' | 'state' | 'input' | 'about_order'>[];

/** Returns the line at the top about unsent work while the device is online; null when all is sent. */
export function unsentText(all: WithCash): string | null {
  const { going, held, refused } = sorted(all);
  const refusals = plural(refused.length, {
    one: '1 entry was not recorded.',
    other: '# entries were not recorded.',
  });
  return sentences(
    going.length > 0 ? sendingText(going) : '',
    cashText(all),
    held.length > 0 ? heldText(held) : '',
    // Rejected entries are shown on the screen that made them, so they are mentioned last.
    going.length + held.length === 0 && refused.length > 0 ? refusals : '',
  );
}

/**
 * Returns the paragraphs of the line at the top while the device is offline, the only one that mentions it:
 * saved work, and the age of the figures. `as_of`: the time of the oldest figures on the page; null if it is
 * unknown.
 */
export function offlineText(all: WithCash, as_of: string | null): string[] {
  const { queued, held } = sorted(all);
  const saved = t`Saved on this device. It will be sent when the connection is back.`;
  const age =
    as_of === null
      ? t`No connection. Figures may be out of date.`
      : t`No connection. Figures as of ${as_of}.`;
  const state = sentences(age, cashText(all), held.length > 0 ? heldText(held) : '');
  return [...(queued.length > 0 ? [saved] : []), ...(state === null ? [] : [state])];
}

/** The cash of deliveries that no server has recorded yet. */
function cashText(all: WithCash): string {
  const cash_fils = unsentCash(all);
  // A line may end before the currency, not after it.
  const cash = formatMoney(cash_fils).replace(' ', '\u00a0');
  return cash_fils > 0 ? t`${cash} waiting to be sent.` : '';
}

function sorted<Entry extends Unsent[number]>(all: readonly Entry[]) {
  const entries = all.filter(isWork);
  const in_state = (...states: string[]) => entries.filter(({ state }) => states.includes(state));
  return {
    going: in_state('queued', 'sending', 'unknown', 'sign_in'),
    /** Certainly not recorded yet: saved, and sent automatically. */
    queued: in_state('queued', 'sending'),
    held: in_state('held'),
    refused: in_state('refused'),
  };
}

function heldText(entries: Unsent): string {
  const { count, kind } = countAndKind(entries);
  return t`${plural(count, {
    one: `${select(kind, { delivery: '1 delivery', handover: '1 handover', collection: '1 collection', deposit: '1 deposit', other: '1 entry' })} is not sent yet.`,
    other: `${select(kind, { delivery: '# deliveries', handover: '# handovers', collection: '# collections', deposit: '# deposits', other: '# entries' })} are not sent yet.`,
  })}`;
}

function sendingText(entries: Unsent): string {
  const { count, kind } = countAndKind(entries);
  return t`${plural(count, {
    one: `${select(kind, { delivery: '1 delivery', attempt: '1 attempt', handover: '1 handover', collection: '1 collection', deposit: '1 deposit', other: '1 entry' })} is still being sent.`,
    other: `${select(kind, { delivery: '# deliveries', attempt: '# attempts', handover: '# handovers', collection: '# collections', deposit: '# deposits', other: '# entries' })} are still being sent.`,
  })}`;
}

/**
 * Returns the number of entries and their common kind. Each sentence names the kind itself, so that
 * translations can inflect it.
 */
export function countAndKind(entries: Unsent): { count: number; kind: string } {
  const [kind = '', ...others] = new Set(entries.map(kindOf));
  return { count: entries.length, kind: others.length > 0 ? 'record' : kind };
}

/** Selects the noun when commands are counted. All others, and commands of newer builds, are entries. */
const KINDS: { readonly [N in CommandName]?: string } = {
  confirm_delivery: 'delivery',
  deliver_as_taken: 'delivery',
  record_attempt: 'attempt',
  start_handover: 'handover',
  end_handover: 'handover',
  record_drop: 'handover',
  collect_cash: 'collection',
  record_deposit: 'deposit',
};

function kindOf({ endpoint }: Unsent[number]): string {
  return KINDS[endpoint] ?? 'record';
}

export function sentences(...parts: string[]): string | null {
  return parts.filter((part) => part !== '').join(' ') || null;
}
