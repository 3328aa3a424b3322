import { t } from '@lingui/core/macro';
import type { OrdersDone } from '../../../../contract/schemas/desk-orders.ts';
import { identity } from '../../../api/identity.ts';
import { plainFailure } from '../../../api/problem-words.ts';
import { type MemoryCommand, memoryCommand } from '../../../commands/memory/memory-command.ts';
import type { Outcome } from '../../../commands/memory/until-decided.ts';
import { showToast, withdrawToasts } from '../../../ui/toast.ts';
import { problemTitle } from '../../../words/server-words.ts';
import { clearLine, offerUndo, tell } from '../../line/desk-line.ts';
import type { Deed, Seen, Skipped, Standing } from './deed.ts';
import { doneWords, standingToast } from './deed-words.ts';

/** Where something is done with orders: `list`, or the page of one, by its id. */
export type DeedPlace = string;

/** Neither busy nor with anything to tell: there is none. */
type State = { busy: boolean; standing: Standing | null };
/** Is told which orders a command was done with. */
type Watcher = (order_ids: readonly string[]) => void;

type Command = MemoryCommand<
  | 'assign_orders'
  | 'dispatch_orders'
  | 'return_orders'
  | 'unassign_orders'
  | 'cancel_orders'
  | 'reopen_orders'
  | 'review_conflicts'
  | 'undo_orders'
>;
type Begun = {
  place: DeedPlace;
  deed: Standing['deed'];
  command: Command;
  onDone: (answer: OrdersDone) => void;
  time_zone: string;
};

const states = new Map<DeedPlace, State>();
const open = new Map<DeedPlace, Watcher>();
const in_sight = new Set<DeedPlace>();
const listeners = new Set<() => void>();

// What one has done is nothing for the next who signs in here.
let doer = identity().user_id();
identity().subscribe(() => {
  const user_id = identity().user_id();
  if (user_id === doer) return;
  doer = user_id;
  states.clear();
  clearLine();
  for (const listener of listeners) listener();
});

export function deedsAt(place: DeedPlace): State | undefined {
  return states.get(place);
}

export function subscribeToDeeds(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Until the answer is called. What was left as it was has been seen by then. */
export function openDeedPlace(place: DeedPlace, watcher: Watcher): () => void {
  open.set(place, watcher);
  return () => {
    open.delete(place);
    const state = states.get(place);
    if (state && !state.busy && !state.standing?.again) dismissStanding(place);
  };
}

/** Until the answer is called the place shows itself what came of its deeds; after that a toast does. */
export function showDeedPlace(place: DeedPlace, time_zone: string): () => void {
  in_sight.add(place);
  withdrawToasts(aboutOf(place));
  return () => {
    in_sight.delete(place);
    const state = states.get(place);
    // What nobody knows of can still be sent.
    if (state?.standing?.again && !state.busy) say(place, state.standing, time_zone);
  };
}

export function dismissStanding(place: DeedPlace): void {
  const state = states.get(place);
  if (state?.standing) change(place, { ...state, standing: null });
}

/** Does it with these orders, as they were seen. Nothing else begins there before its outcome is told, or while nobody knows it. */
export function doDeed(place: DeedPlace, what: Deed, orders: readonly Seen[], time_zone: string): void {
  const state = states.get(place);
  if (state?.busy || state?.standing?.again) return;
  clearLine();
  dismissStanding(place);
  const command = commandOf(what, orders);
  const onDone = ({ results }: OrdersDone) => {
    const left = new Set(skippedOf(results).map(({ order_id }) => order_id));
    open.get(place)?.(results.map(({ order_id }) => order_id).filter((id) => !left.has(id)));
    sayDone(what, results, () => undoDeed(place, command.command_id, time_zone));
  };
  void settle({ place, deed: what.deed, command, onDone, time_zone });
}

function sayDone(what: Deed, results: OrdersDone['results'], undo: () => void): void {
  const done = results.filter(({ outcome }) => outcome === 'done').length;
  const driver = what.deed === 'assign' ? what.driver_name : '';
  // What somebody wrote down stays.
  if (done > 0 && what.deed === 'review') tell(doneWords(what.deed, done));
  else if (done > 0) offerUndo(doneWords(what.deed, done, driver), undo);
  else if (results.some(({ outcome }) => outcome === 'unchanged')) tell(t`It was so already.`);
}

function undoDeed(place: DeedPlace, undone_id: string, time_zone: string): void {
  const command = memoryCommand('undo_orders', { command_id: undone_id });
  const onDone = ({ results }: OrdersDone) => {
    if (skippedOf(results).length === 0) tell(t`It is as it was.`);
  };
  dismissStanding(place);
  void settle({ place, deed: 'undo', command, onDone, time_zone });
}

/** Sends it, and tells what came of it where it was done, or in a toast where that place is out of sight meanwhile. */
async function settle(begun: Begun): Promise<void> {
  const { place, command, time_zone } = begun;
  const state = states.get(place);
  if (state?.busy || !command.isOwn()) return;
  withdrawToasts(aboutOf(place));
  change(place, { busy: true, standing: state?.standing ?? null });
  let standing: Standing | null = null;
  try {
    const outcome = await command.send();
    if (command.isOwn()) standing = tellOutcome(begun, outcome);
  } finally {
    if (command.isOwn()) {
      change(place, { busy: false, standing });
      if (standing && !in_sight.has(place)) say(place, standing, time_zone);
    }
  }
}

/** What of it is left to be shown. */
function tellOutcome(begun: Begun, outcome: Outcome<OrdersDone>): Standing | null {
  const { deed } = begun;
  if (outcome.kind === 'unknown') return { deed, skipped: [], again: () => void settle(begun) };
  if (outcome.kind === 'refused') {
    showToast(plainFailure(problemTitle(outcome.problem.code, outcome.problem.title)));
    return null;
  }
  begun.onDone(outcome.answer);
  const skipped = skippedOf(outcome.answer.results);
  return skipped.length > 0 ? { deed, skipped, again: null } : null;
}

function skippedOf(results: OrdersDone['results']): Skipped[] {
  return results.filter((result) => result.outcome === 'skipped');
}

function change(place: DeedPlace, state: State): void {
  if (state.busy || state.standing) states.set(place, state);
  else states.delete(place);
  for (const listener of listeners) listener();
}

function say(place: DeedPlace, standing: Standing, time_zone: string): void {
  showToast({ ...standingToast(standing, time_zone), about: aboutOf(place) });
}

function aboutOf(place: DeedPlace): string {
  return `order-deeds:${place}`;
}

function commandOf(what: Deed, seen: readonly Seen[]): Command {
  const orders = seen.map(({ id, version }) => ({ order_id: id, version }));
  switch (what.deed) {
    case 'assign':
      return memoryCommand('assign_orders', { orders, driver_id: what.driver_id });
    case 'reopen':
      return memoryCommand('reopen_orders', { orders, reason: what.reason });
    case 'review': {
      const conflicts = seen.flatMap(({ id, version, conflict_id }) =>
        conflict_id === null ? [] : [{ order_id: id, version, conflict_id }],
      );
      return memoryCommand('review_conflicts', { orders: conflicts, reason: what.reason });
    }
    case 'dispatch':
      return memoryCommand('dispatch_orders', { orders });
    case 'return':
      return memoryCommand('return_orders', { orders });
    case 'unassign':
      return memoryCommand('unassign_orders', { orders });
    case 'cancel':
      return memoryCommand('cancel_orders', { orders });
  }
}
