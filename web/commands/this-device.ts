import { provideReadStore } from '../api/read-store.ts';
import { api, clockOffsetMs, kept } from '../api/this-page.ts';
import { createLeftDrafts } from '../offline/drafts/drafts.ts';
import { createOutbox } from '../offline/outbox.ts';
import { isSentByPressing, type OutboxEntry } from '../offline/outbox-entry.ts';
import { createPromiseToKeep } from '../offline/promise-to-keep.ts';
import { createSender } from '../offline/sending/sender.ts';
import { createSendingProgress } from '../offline/sending/sending-progress.ts';
import { pressedAgain } from '../offline/sending/sending-states.ts';
import { createStoredReads } from '../offline/stored-reads.ts';
import { authState, sessionStore } from '../session/device-session.ts';
import { provideDeviceWork } from '../session/device-work.ts';
import { firstUsable } from '../ui/usable.ts';
import { holdPage } from '../world/page-use.ts';
import { reachableTab } from '../world/reachability/reachable-tab.ts';
import { tabNotes } from '../world/tab-notes.ts';
import { thisTab } from '../world/this-tab.ts';
import { answered } from '../world/waiting.ts';
import { DOCUMENTS } from './documents.ts';
import type { CommandDevice } from './make-command.ts';

/** This tab's part in what the device keeps, and its one sender. */
export const deviceOutbox = createOutbox(thisTab);
export const promiseToKeep = createPromiseToKeep(thisTab);
const leftDrafts = createLeftDrafts(thisTab, kept);
const storedReads = createStoredReads(thisTab, sessionStore);
/** How far the files of what this tab sends have left. */
export const sendingProgress = createSendingProgress();
const sender = createSender(reachableTab, {
  outbox: deviceOutbox,
  progress: sendingProgress,
  api,
  identity: sessionStore,
  // Mostly made with a role or a name that has changed since: pressing again then starts from what it is now.
  onRefused: () => void authState.refreshProfile(),
});

/** What commands are made on in this tab. */
export const thisDevice: CommandDevice = {
  world: thisTab,
  promise: promiseToKeep,
  outbox: deviceOutbox,
  documents: DOCUMENTS,
  clockOffsetMs,
};

let started = false;

/** Call once in main, before rendering: stored reads, outbox and sender of this tab. */
export function startOffline(): void {
  if (started) return;
  started = true;
  provideReadStore(storedReads);
  provideDeviceWork({
    // What fails or takes too long is tried again at the next start.
    forgetRecorded: () => {
      tabNotes.clear();
      return answered(thisTab, keepRecordedOf(null)).catch(() => {});
    },
    forgetDrafts: (user_id) => answered(thisTab, leftDrafts.leaveNone(user_id)).catch(() => {}),
  });
  sender.start();
  holdWhilePressed();
  startReports();
  void tidy();
}

/** Nothing on the screen waits for its program, which comes once the first one is usable, or when the network does. */
function startReports(): void {
  const person = { known: () => authState.snapshot().profile, subscribe: authState.subscribe };
  const wanted = { outbox: deviceOutbox, api, identity: sessionStore, person };
  const loaded = firstUsable.then(() => import('./device-report.ts'));
  loaded.then(
    ({ createDeviceReports }) => createDeviceReports(reachableTab, wanted).start(),
    () => {
      const stop = thisTab.page.onOnline(() => {
        stop();
        startReports();
      });
    },
  );
}

/** The signed-in user's commands that are not recorded, refused ones included: they stay when he signs out. */
export async function unsentEntries(): Promise<readonly OutboxEntry[]> {
  const user_id = sessionStore.user_id();
  const entries = await deviceOutbox.reload();
  return entries.filter((entry) => entry.user_id === user_id && entry.state !== 'done');
}

/** The maker of a held entry pressed again: sends the same command once more. */
export async function sendAgain(command_id: string): Promise<void> {
  await deviceOutbox.advance(command_id, (entry) => pressedAgain(entry, thisTab.tab));
  sender.wake();
}

/** Sends what waits now instead of at its next turn. */
export function sendNow(): void {
  sender.wake(true);
}

/** Loaded anew, this page would leave behind what two people have just signed, and they had to press again (ruling E3). */
function holdWhilePressed(): void {
  let release: (() => void) | null = null;
  deviceOutbox.subscribe(() => {
    const is_pressed = deviceOutbox
      .entries()
      .some(
        (entry) =>
          (entry.state === 'queued' || entry.state === 'sending') &&
          entry.tab === thisTab.tab &&
          isSentByPressing(entry),
      );
    if (is_pressed === (release !== null)) return;
    release?.();
    release = is_pressed ? holdPage() : null;
  });
}

/** What was read and what was recorded, of everybody but this user. Does what it can. */
async function keepRecordedOf(user_id: string | null): Promise<void> {
  await Promise.allSettled([storedReads.keepOnly(user_id), deviceOutbox.keepDoneOf(user_id)]);
}

/** None of this is needed for anything else to work, so a device that refuses it is left in peace. */
async function tidy(): Promise<void> {
  // What others left is gone even when their sign-out was cut short, or was one of an older version.
  const user_id = sessionStore.user_id();
  await keepRecordedOf(user_id);
  await Promise.allSettled([deviceOutbox.prune(thisTab.now()), leftDrafts.tidy(user_id)]);
}
