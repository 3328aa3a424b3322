import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { DeskOrder, OrderResult, OrdersDone } from '../../../../contract/schemas/desk-orders.ts';
import { plainFailure } from '../../../api/problem-words.ts';
import { showToast } from '../../../ui/toast.ts';
import { problemTitle } from '../../../words/server-words.ts';
import { thisTab } from '../../../world/this-tab.ts';
import { clearLine, offerUndo, tell } from '../../line/desk-line.ts';
import { type DeskCommandName, type DeskOutcome, useDeskCommand } from '../../use-desk-command.ts';
import { deedTitle, doneWords } from './deed-words.ts';
import type { OrderDeed } from './what-may-be-done.ts';

export type Skipped = Extract<OrderResult, { outcome: 'skipped' }>;

/** What is to be done, with what it needs beside the orders. */
export type Deed =
  | { deed: 'assign'; driver_id: number; driver_name: string }
  | { deed: 'reopen' | 'review'; reason: string }
  | { deed: 'dispatch' | 'return' | 'unassign' | 'cancel' };

type Answered = DeskCommandName &
  (
    | 'assign_orders'
    | 'dispatch_orders'
    | 'return_orders'
    | 'unassign_orders'
    | 'cancel_orders'
    | 'reopen_orders'
    | 'review_conflicts'
    | 'undo_orders'
  );

/** What came of the newest one, until the next begins or it is dismissed. */
type Standing = {
  deed: OrderDeed | 'undo';
  skipped: readonly Skipped[];
  /** No answer came: sends the same once more. */
  again: (() => Promise<void>) | null;
};

type Seen = Pick<DeskOrder, 'id' | 'version' | 'conflict_id'>;

export type ManyOrders = {
  busy: boolean;
  standing: Standing | null;
  run: (deed: Deed, orders: readonly Seen[]) => Promise<void>;
  dismiss: () => void;
};

/**
 * What is done with many orders at once, each as it was seen: what could not be done is named with its reason and stays selected, and the rest can be undone for ten
 * seconds. While nobody knows whether one was recorded, nothing else begins.
 */
export function useManyOrders(onSkipped: (order_ids: readonly string[]) => void): ManyOrders {
  const commands = {
    assign: useDeskCommand('assign_orders'),
    dispatch: useDeskCommand('dispatch_orders'),
    return: useDeskCommand('return_orders'),
    unassign: useDeskCommand('unassign_orders'),
    cancel: useDeskCommand('cancel_orders'),
    reopen: useDeskCommand('reopen_orders'),
    review: useDeskCommand('review_conflicts'),
    undo: useDeskCommand('undo_orders'),
  };
  const [standing, setStanding] = useState<Standing | null>(null);
  const busy = Object.values(commands).some((command) => command.busy);

  function settle(
    outcome: DeskOutcome<Answered>,
    deed: Standing['deed'],
    onDone: (answer: OrdersDone) => void,
    again: () => Promise<DeskOutcome<Answered>>,
  ): void {
    if (outcome.kind === 'refused') {
      setStanding(null);
      showToast(plainFailure(problemTitle(outcome.problem.code, outcome.problem.title)));
      return;
    }
    if (outcome.kind === 'unknown') {
      const resend = async () => settle(await again(), deed, onDone, again);
      setStanding({ deed, skipped: [], again: resend });
      return;
    }
    const skipped = outcome.answer.results.filter((result) => result.outcome === 'skipped');
    setStanding(skipped.length > 0 ? { deed, skipped, again: null } : null);
    onSkipped(skipped.map(({ order_id }) => order_id));
    onDone(outcome.answer);
  }

  async function undo(command_id: string): Promise<void> {
    const outcome = await commands.undo.run({ command_id });
    const onDone = ({ results }: OrdersDone) => {
      if (results.every(({ outcome }) => outcome !== 'skipped')) tell(t`It is as it was.`);
    };
    settle(outcome, 'undo', onDone, commands.undo.again);
  }

  async function run(what: Deed, orders: readonly Seen[]): Promise<void> {
    if (busy || standing?.again) return;
    clearLine();
    setStanding(null);
    const command_id = thisTab.random.uuid();
    const { outcome, again } = await send(what, orders, command_id);
    const driver = what.deed === 'assign' ? what.driver_name : '';
    const onDone = ({ results }: OrdersDone) => {
      const done = results.filter((result) => result.outcome === 'done').length;
      // What somebody wrote down stays.
      if (done > 0 && what.deed === 'review') tell(doneWords(what.deed, done));
      else if (done > 0) offerUndo(doneWords(what.deed, done, driver), () => void undo(command_id));
      else if (results.some((result) => result.outcome === 'unchanged')) tell(t`It was so already.`);
    };
    settle(outcome, what.deed, onDone, again);
  }

  async function send(what: Deed, seen: readonly Seen[], command_id: string) {
    const orders = seen.map(({ id, version }) => ({ order_id: id, version }));
    if (what.deed === 'review') {
      const conflicts = seen.flatMap(({ id, version, conflict_id }) =>
        conflict_id === null ? [] : [{ order_id: id, version, conflict_id }],
      );
      const outcome = await commands.review.run({ orders: conflicts, reason: what.reason }, command_id);
      return { outcome, again: commands.review.again };
    }
    if (what.deed === 'assign') {
      const { driver_id } = what;
      const outcome = await commands.assign.run({ orders, driver_id }, command_id);
      return { outcome, again: commands.assign.again };
    }
    if (what.deed === 'reopen') {
      const outcome = await commands.reopen.run({ orders, reason: what.reason }, command_id);
      return { outcome, again: commands.reopen.again };
    }
    const command = commands[what.deed];
    return { outcome: await command.run({ orders }, command_id), again: command.again };
  }

  return { busy, standing, run, dismiss: () => setStanding(null) };
}

/** What the notice about skipped orders, or about one that nobody knows of, is called. */
export function standingTitle(deed: Standing['deed']): string {
  return deed === 'undo' ? t`Undo` : deedTitle(deed);
}
