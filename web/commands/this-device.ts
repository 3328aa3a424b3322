import { provideReadStore } from '../api/read-store.ts';
import { api, clockOffsetMs, keptTexts } from '../api/this-page.ts';
import { preventReload } from '../environment/page-use.ts';
import { reachableTab } from '../environment/reachability/reachable-tab.ts';
import { tabNotes } from '../environment/tab-notes.ts';
import { thisTab } from '../environment/this-tab.ts';
import { withinStoreTimeout } from '../environment/timing.ts';
import { createLeftDrafts } from '../offline/drafts/drafts.ts';
import { createOutbox } from '../offline/outbox.ts';
import { isSentByPressing, type OutboxEntry } from '../offline/outbox-entry.ts';
import { createSender } from '../offline/sending/sender.ts';
import { createSendingProgress } from '../offline/sending/sending-progress.ts';
import { pressedAgain } from '../offline/sending/sending-states.ts';
import { createStoragePersistence } from '../offline/storage-persistence.ts';
import { createStoredReads } from '../offline/stored-reads.ts';
import { provideDeviceData } from '../session/device-data.ts';
import { authState, sessionStore } from '../session/device-session.ts';
import { firstUsable } from '../ui/usable.ts';
import { DOCUMENTS } from './documents.ts';
import type { CommandDevice } from './make-command.ts';

/** The outbox and the only sender of this tab. */
export const deviceOutbox = createOutbox(thisTab);
export const storagePersistence = createStoragePersistence(thisTab);
const leftDrafts = createLeftDrafts(thisTab, keptTexts);
const storedReads = createStoredReads(thisTab, sessionStore);
/** The upload progress of this tab. */
export const sendingProgress = createSendingProgress();
const sender = createSender(reachableTab, {
  outbox: deviceOutbox,
  progress: sendingProgress,
  api,
  identity: sessionStore,
  // Most refusals concern an outdated role or name; another press then uses the current profile.
  onRefused: () => void authState.refreshProfile(),
});

/** The device on which this tab makes commands. */
export const thisDevice: CommandDevice = {
  environment: thisTab,
  persistence: storagePersistence,
  outbox: deviceOutbox,
  documents: DOCUMENTS,
  clockOffsetMs,
};

let started = false;

/** Starts the stored reads, outbox and sender of this tab. Call once in main, before rendering. */
export function startOffline(): void {
  if (started) return;
  started = true;
  provideReadStore(storedReads);
  provideDeviceData({
    // Work that fails or takes too long is repeated at the next start.
    forgetRecorded: () => {
      tabNotes.clear();
      return withinStoreTimeout(thisTab, keepRecordedOf(null)).catch(() => {});
    },
    forgetDrafts: (user_id) => withinStoreTimeout(thisTab, leftDrafts.deleteAllOf(user_id)).catch(() => {}),
  });
  sender.start();
  holdWhilePressed();
  startReports();
  void tidy();
}

/**
 * Starts the reports once the first screen is usable, since no screen needs them; if loading fails, when
 * online again.
 */
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

/**
 * Returns the signed-in user's commands that are not recorded, including refused ones. They stay on the
 * device after a sign-out.
 */
export async function unsentEntries(): Promise<readonly OutboxEntry[]> {
  const user_id = sessionStore.user_id();
  const entries = await deviceOutbox.reload();
  return entries.filter((entry) => entry.user_id === user_id && entry.state !== 'done');
}

/** Sends a held command again, after its user pressed again. */
export async function sendAgain(command_id: string): Promise<void> {
  await deviceOutbox.advance(command_id, (entry) => pressedAgain(entry, thisTab.tab));
  sender.wake();
}

/** Sends pending commands now instead of after their pauses. */
export function sendNow(): void {
  sender.wake(true);
}

/**
 * Blocks reloads while a signed command is being sent: after a reload its signers would have to press again.
 */
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
    release = is_pressed ? preventReload() : null;
  });
}

/** Deletes stored reads and recorded entries of all other users, as far as possible. */
async function keepRecordedOf(user_id: string | null): Promise<void> {
  await Promise.allSettled([storedReads.keepOnly(user_id), deviceOutbox.keepDoneOf(user_id)]);
}

/** Cleans up at the start. Nothing depends on it, so errors are ignored. */
async function tidy(): Promise<void> {
  // Also completes other users' sign-outs that were interrupted or ran in an older version.
  const user_id = sessionStore.user_id();
  await keepRecordedOf(user_id);
  await Promise.allSettled([deviceOutbox.prune(thisTab.now()), leftDrafts.tidy(user_id)]);
}
