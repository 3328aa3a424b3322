import { t } from '@lingui/core/macro';
import type { OrdersDone } from '../../../../contract/schemas/desk-orders.ts';
import { identity } from '../../../api/identity.ts';
import { failure, overCeilingText, plainFailure } from '../../../api/problem-messages.ts';
import { type MemoryCommand, memoryCommand } from '../../../commands/memory/memory-command.ts';
import type { Outcome } from '../../../commands/memory/until-decided.ts';
import { problemTitle } from '../../../messages/server-messages.ts';
import { showToast, withdrawToasts } from '../../../ui/toast.ts';
import { clearLine, offerUndo, showHint } from '../../line/desk-line.ts';
import { nextTimeText } from '../attempt-messages.ts';
import type { BulkAction, BulkOutcome, SeenVersion, Skipped } from './bulk-action.ts';
import { doneText, skippedCountText, unknownOutcomeToast } from './bulk-action-messages.ts';

/** The place of a bulk action: `list`, or the id of the order on whose page it starts. */
export type ActionPlace = string;

/** A place that is not busy and has no outcome to show has no state. */
type State = { busy: boolean; last_outcome: BulkOutcome | null };
/** Called with the orders that a command did not skip. */
type Watcher = (order_ids: readonly string[]) => void;

type Command = MemoryCommand<
  | 'assign_orders'
  | 'dispatch_orders'
  | 'postpone_orders'
  | 'return_orders'
  | 'unassign_orders'
  | 'cancel_orders'
  | 'reopen_orders'
  | 'review_conflicts'
  | 'undo_orders'
>;
type Begun = {
  place: ActionPlace;
  action: BulkOutcome['action'];
  command: Command;
  onDone: (answer: OrdersDone) => void;
  time_zone: string;
};

const states = new Map<ActionPlace, State>();
const watchers = new Map<ActionPlace, Watcher>();
const in_sight = new Set<ActionPlace>();
const listeners = new Set<() => void>();

// Another user who signs in here must not see the outcomes of the previous user.
let current_user = identity().user_id();
identity().subscribe(() => {
  const user_id = identity().user_id();
  if (user_id === current_user) return;
  current_user = user_id;
  states.clear();
  clearLine();
  for (const listener of listeners) listener();
});

export function stateAt(place: ActionPlace): State | undefined {
  return states.get(place);
}

export function subscribeToBulkActions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens a place; the returned function closes it and dismisses its skipped orders, which were visible. */
export function openActionPlace(place: ActionPlace, watcher: Watcher): () => void {
  watchers.set(place, watcher);
  return () => {
    watchers.delete(place);
    const state = states.get(place);
    if (state && !state.busy && !state.last_outcome?.again) dismissOutcome(place);
  };
}

/**
 * Marks a place as visible, so that it shows its outcomes itself. After the returned function is called,
 * toasts show them.
 */
export function showActionPlace(place: ActionPlace, time_zone: string): () => void {
  in_sight.add(place);
  withdrawToasts(aboutOf(place));
  return () => {
    in_sight.delete(place);
    const state = states.get(place);
    // A command with an unknown outcome can still be sent again.
    if (state?.last_outcome?.again && !state.busy) showOutcomeToast(place, state.last_outcome, time_zone);
  };
}

export function dismissOutcome(place: ActionPlace): void {
  const state = states.get(place);
  if (state?.last_outcome) change(place, { ...state, last_outcome: null });
}

/**
 * Runs an action on the orders as they were seen. Ignored while another one is running or has an unknown
 * outcome.
 */
export function runBulkAction(
  place: ActionPlace,
  action: BulkAction,
  orders: readonly SeenVersion[],
  time_zone: string,
): void {
  const state = states.get(place);
  if (state?.busy || state?.last_outcome?.again) return;
  clearLine();
  dismissOutcome(place);
  const command = commandOf(action, orders);
  const onDone = ({ results }: OrdersDone) => {
    const left = new Set(skippedOf(results).map(({ order_id }) => order_id));
    watchers.get(place)?.(results.map(({ order_id }) => order_id).filter((id) => !left.has(id)));
    showDone(action, results, () => undoBulkAction(place, command.command_id, time_zone));
  };
  void settle({ place, action: action.name, command, onDone, time_zone });
}

function showDone(action: BulkAction, results: OrdersDone['results'], undo: () => void): void {
  const done = results.filter(({ outcome }) => outcome === 'done').length;
  // A written review cannot be undone.
  if (done > 0 && action.name === 'review') showHint(doneText(action.name, done));
  else if (done > 0) offerUndo(doneText(action.name, done, targetOf(action)), undo);
  else if (results.some(({ outcome }) => outcome === 'unchanged')) showHint(t`Nothing had to be changed.`);
}

function targetOf(action: BulkAction): string {
  if (action.name === 'assign') return action.driver_name;
  return action.name === 'postpone' ? nextTimeText({ ...action.next, from: null }) : '';
}

function undoBulkAction(place: ActionPlace, undone_id: string, time_zone: string): void {
  const command = memoryCommand('undo_orders', { command_id: undone_id });
  const onDone = ({ results }: OrdersDone) => {
    if (skippedOf(results).length === 0) showHint(t`Undone.`);
  };
  dismissOutcome(place);
  void settle({ place, action: 'undo', command, onDone, time_zone });
}

/** Sends a command, and shows its outcome in its place, or in a toast if that place is not visible. */
async function settle(begun: Begun): Promise<void> {
  const { place, command, time_zone } = begun;
  const state = states.get(place);
  if (state?.busy || !command.isOwn()) return;
  withdrawToasts(aboutOf(place));
  change(place, { busy: true, last_outcome: state?.last_outcome ?? null });
  let last_outcome: BulkOutcome | null = null;
  try {
    const outcome = await command.send();
    if (command.isOwn()) last_outcome = applyOutcome(begun, outcome);
  } finally {
    if (command.isOwn()) {
      change(place, { busy: false, last_outcome });
      if (last_outcome && !in_sight.has(place)) showOutcomeToast(place, last_outcome, time_zone);
    }
  }
}

/** Shows what is done; returns the rest of the outcome, which stays visible, or null. */
function applyOutcome(begun: Begun, outcome: Outcome<OrdersDone>): BulkOutcome | null {
  const { action } = begun;
  if (outcome.kind === 'unknown') return { action, skipped: [], again: () => void settle(begun) };
  if (outcome.kind === 'refused') {
    const { problem } = outcome;
    const over_ceiling = overCeilingText(problem);
    showToast(
      over_ceiling === null
        ? plainFailure(problemTitle(problem.code, problem.title))
        : failure(t`Above the ceiling`, over_ceiling),
    );
    return null;
  }
  begun.onDone(outcome.answer);
  const skipped = skippedOf(outcome.answer.results);
  return skipped.length > 0 ? { action, skipped, again: null } : null;
}

function skippedOf(results: OrdersDone['results']): Skipped[] {
  return results.filter((result) => result.outcome === 'skipped');
}

function change(place: ActionPlace, state: State): void {
  if (state.busy || state.last_outcome) states.set(place, state);
  else states.delete(place);
  for (const listener of listeners) listener();
}

function showOutcomeToast(place: ActionPlace, last_outcome: BulkOutcome, time_zone: string): void {
  const { again } = last_outcome;
  if (again) showToast({ ...unknownOutcomeToast(last_outcome, again), about: aboutOf(place) });
  else void showSkippedToast(place, last_outcome, time_zone);
}

async function showSkippedToast(
  place: ActionPlace,
  last_outcome: BulkOutcome,
  time_zone: string,
): Promise<void> {
  const about = aboutOf(place);
  const toast = { kind: 'warning', title: skippedCountText(last_outcome), about } as const;
  const loaded = await import('./skipped-messages.ts').catch(() => null);
  // Meanwhile the place may have become visible, and another user may have signed in.
  if (in_sight.has(place) || states.get(place)?.last_outcome !== last_outcome) return;
  showToast(loaded ? { ...toast, description: loaded.skippedOrdersText(last_outcome, time_zone) } : toast);
}

function aboutOf(place: ActionPlace): string {
  return `bulk-action:${place}`;
}

function commandOf(action: BulkAction, seen: readonly SeenVersion[]): Command {
  const orders = seen.map(({ id, version }) => ({ order_id: id, version }));
  switch (action.name) {
    case 'assign':
      return memoryCommand('assign_orders', { orders, driver_id: action.driver_id });
    case 'reopen':
      return memoryCommand('reopen_orders', { orders, reason: action.reason });
    case 'review': {
      const conflicts = seen.flatMap(({ id, version, conflict_id }) =>
        conflict_id === null ? [] : [{ order_id: id, version, conflict_id }],
      );
      return memoryCommand('review_conflicts', { orders: conflicts, reason: action.reason });
    }
    case 'dispatch':
      return memoryCommand('dispatch_orders', { orders });
    case 'postpone':
      return memoryCommand('postpone_orders', { orders, next: action.next });
    case 'return':
      return memoryCommand('return_orders', { orders });
    case 'unassign':
      return memoryCommand('unassign_orders', { orders });
    case 'cancel':
      return memoryCommand('cancel_orders', { orders });
  }
}
