import { useEffect, useRef } from 'react';
import { orderName } from '../../api/delivery-messages.ts';
import { identity } from '../../api/identity.ts';
import { openFile } from '../../components/open-file.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { isDecided, type OutboxEntry } from '../../offline/outbox-entry.ts';
import { showToast, withdrawToasts } from '../../ui/toast.ts';
import { useOnline } from '../../ui/use-online.ts';
import type { OutboxToast } from '../command.ts';
import { messagesOf } from '../commands.ts';
import { deviceOutbox } from '../this-device.ts';
import { useOwnEntries } from '../use-entries.ts';
import { loadCashCommands } from '../use-messages.ts';
import { announcementOf, isNotSent } from './announcements.ts';
import { useWithoutMootUndos } from './use-without-moot-undos.ts';

type AboutToast = OutboxToast & { about?: string };

type Subject = Pick<OutboxEntry, 'endpoint' | 'subject'>;

const subjectOf = ({ endpoint, subject }: Subject) => `${endpoint}:${subject}`;
/** The topic of toasts about failed attempts. */
const aboutFailureOf = (entry: Subject) => `failure of ${subjectOf(entry)}`;
/** The topic of toasts about a refusal, after which the user must start again. */
export const aboutRefusalOf = (entry: Subject) => `refusal:${subjectOf(entry)}`;

/** The delay, in ms, before a tab announces entries that another tab made. */
const OTHER_TABS_DELAY_MS = 1_000;

/**
 * Shows each toast about entries exactly once on this device, also after a reload: failed uploads, failure
 * responses, refusals, and once done: fulfilment, cash, success, in this order. A hidden tab leaves them to a
 * visible one. Mount once, in the shell.
 */
export function useOutboxToasts(show: (toast: AboutToast) => void = showOutboxToast): void {
  const entries = useWithoutMootUndos(useOwnEntries());
  const online = useOnline();
  const newest = useRef({ entries, show });
  useEffect(() => {
    newest.current = { entries, show };
  });
  useEffect(() => {
    const announce = (some: readonly OutboxEntry[]) => void announceAll(some, newest.current.show);
    announce(entries.filter(({ tab }) => tab === thisTab.tab));
    return thisTab.timer.after(OTHER_TABS_DELAY_MS, () => announce(entries));
  }, [entries]);
  const is_loaded = entries.every(({ endpoint }) => messagesOf(endpoint));
  // An entry is announced once its texts are loaded. A load that failed is repeated when online again.
  useEffect(() => {
    if (is_loaded) return;
    const load = () =>
      void loadCashCommands().then(
        () => announceAll(newest.current.entries, newest.current.show),
        () => {},
      );
    load();
    return thisTab.page.onOnline(load);
  }, [is_loaded]);
  // Withdraws failure toasts once the entry is done or refused, and toasts about a refusal once a later entry
  // about the same subject is done, in any tab.
  useEffect(() => {
    const newest_of_each = new Map(entries.map((entry) => [subjectOf(entry), entry]));
    for (const entry of newest_of_each.values()) {
      if (isDecided(entry)) withdrawToasts(aboutFailureOf(entry));
      if (entry.state === 'done') withdrawToasts(aboutRefusalOf(entry));
    }
  }, [entries]);
  // Once online, the missing connection is no longer the reason.
  useEffect(() => {
    if (!online) return;
    for (const entry of newest.current.entries) {
      if (isNotSent(entry)) withdrawToasts(aboutFailureOf(entry));
    }
  }, [online]);
  useEffect(() => {
    return thisTab.page.onVisible(() => void announceAll(newest.current.entries, newest.current.show));
  }, []);
}

async function announceAll(entries: readonly OutboxEntry[], show: typeof showOutboxToast): Promise<void> {
  if (!thisTab.page.visible()) return;
  for (const entry of entries) {
    const announcement = announcementOf(entry);
    if (!announcement || announcement.key === entry.announced) continue;
    // If the device's database fails, nothing is shown now; the next change or visit shows it.
    const first = await deviceOutbox.claimAnnouncement(entry.command_id, announcement.key).catch(() => false);
    if (!first || identity().user_id() !== entry.user_id) continue;
    for (const toast of announcement.toasts) show({ ...toast, ...topicOf(entry) });
  }
}

/**
 * Returns the topic for withdrawing the toasts of a command that is not done, and the order that they name.
 */
function topicOf(entry: OutboxEntry): { about?: string; names?: string } {
  if (entry.state === 'done') return {};
  const about = entry.state === 'refused' ? aboutRefusalOf(entry) : aboutFailureOf(entry);
  const { about_order } = entry;
  return { about, ...(about_order && { names: orderName(about_order.order_number) }) };
}

/** Shows a toast with a button for its document, if it offers one. */
function showOutboxToast({ opens, ...words }: AboutToast): void {
  showToast({ ...words, action: opens && { label: opens.label, onPress: () => void openFile(opens) } });
}
