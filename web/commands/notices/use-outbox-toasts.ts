import { useEffect, useRef } from 'react';
import { orderName } from '../../api/delivery-words.ts';
import { identity } from '../../api/identity.ts';
import { openFile } from '../../components/open-file.ts';
import { isDecided, type OutboxEntry } from '../../offline/outbox-entry.ts';
import { showToast, withdrawToasts } from '../../ui/toast.ts';
import { useOnline } from '../../ui/use-online.ts';
import { thisTab } from '../../world/this-tab.ts';
import type { OutboxToast } from '../command.ts';
import { deviceOutbox } from '../this-device.ts';
import { useOwnEntries } from '../use-entries.ts';
import { announcementOf, isNotSent } from './announcements.ts';

type AboutToast = OutboxToast & { about?: string };

type Subject = Pick<OutboxEntry, 'endpoint' | 'subject'>;

const subjectOf = ({ endpoint, subject }: Subject) => `${endpoint}:${subject}`;
/** That something has failed so far. */
const aboutFailureOf = (entry: Subject) => `failure of ${subjectOf(entry)}`;
/** That something was refused, and has to be done anew. */
const aboutRefusalOf = (entry: Subject) => `refusal:${subjectOf(entry)}`;

/** Tabs that did not make an entry leave the tab that did this long to speak of it. */
const AFTER_YOU_MS = 1_000;

/**
 * Mount once, in the shell. Shows every toast that entries call for exactly once on this device: failed uploads, answered
 * failures, refusals, and after done: fulfilment, cash, success, in this order, also after a reload. A tab that nobody
 * looks at leaves them to one that is looked at.
 */
export function useOutboxToasts(show: (toast: AboutToast) => void = showOutboxToast): void {
  const entries = useOwnEntries();
  const online = useOnline();
  const newest = useRef({ entries, show });
  useEffect(() => {
    newest.current = { entries, show };
  });
  useEffect(() => {
    const say = (some: readonly OutboxEntry[]) => void announceAll(some, newest.current.show);
    say(entries.filter(({ tab }) => tab === thisTab.tab));
    return thisTab.timer.after(AFTER_YOU_MS, () => say(entries));
  }, [entries]);
  // What has failed so far is over once it is done or refused, whichever tab says so; what was refused, once it was done anew (ruling G6).
  useEffect(() => {
    const newest_of_each = new Map(entries.map((entry) => [subjectOf(entry), entry]));
    for (const entry of newest_of_each.values()) {
      if (isDecided(entry)) withdrawToasts(aboutFailureOf(entry));
      if (entry.state === 'done') withdrawToasts(aboutRefusalOf(entry));
    }
  }, [entries]);
  // With the connection back, it is no longer the reason.
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
    // When the device's database fails, nothing is said now; the next change or visit says it.
    const first = await deviceOutbox.claimAnnouncement(entry.command_id, announcement.key).catch(() => false);
    if (!first || identity().user_id() !== entry.user_id) continue;
    for (const toast of announcement.toasts) show({ ...toast, ...topicOf(entry) });
  }
}

/** The topic of the toasts of a command that is not done, for withdrawing them, and the order that they name. */
function topicOf(entry: OutboxEntry): { about?: string; names?: string } {
  if (entry.state === 'done') return {};
  const about = entry.state === 'refused' ? aboutRefusalOf(entry) : aboutFailureOf(entry);
  const { about_order } = entry;
  return { about, ...(about_order && { names: orderName(about_order.order_number) }) };
}

/** A document that is offered opens from the toast. */
function showOutboxToast({ opens, ...words }: AboutToast): void {
  showToast({ ...words, action: opens && { label: opens.label, onPress: () => void openFile(opens) } });
}
