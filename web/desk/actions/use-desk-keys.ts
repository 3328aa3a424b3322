import { useEffect } from 'react';
import { thisTab } from '../../environment/this-tab.ts';
import { offeredActions } from './desk-actions.ts';
import { keyNameOf } from './key-names.ts';
import { runAction } from './run-action.ts';
import { singleKeys } from './single-keys.ts';

/** The maximal time between the keys of a sequence, in ms. */
const FOLLOWS_MS = 1_500;
/** Elements with keys of their own. */
const OVER_PAGE = '[role="dialog"],[role="alertdialog"]';
const TAKES_LETTERS = '[role="menu"],[role="listbox"],[role="combobox"]';
const NOT_TYPED: readonly string[] = ['checkbox', 'radio', 'file', 'button', 'submit', 'reset'];

/**
 * True for a key of one character. Voice control does not produce keys such as Escape, so they are never
 * turned off.
 */
const isOneCharacter = (name: string) => /^(shift\+)?.$/.test(name);

/**
 * Runs the action of a pressed key, unless the user is typing or a dialog is open. Mount once, in the shell.
 */
export function useDeskKeys(): void {
  useEffect(() => {
    let begun = '';
    let endWait = () => {};
    const begin = (keys: string) => {
      begun = keys;
      endWait();
      endWait = thisTab.timer.after(FOLLOWS_MS, () => {
        begun = '';
      });
    };
    const onKey = (event: KeyboardEvent) => {
      const name = keyNameOf(event);
      if (name === null || event.defaultPrevented || event.isComposing || isElsewhere(event.target, name))
        return;
      if (!singleKeys.on() && isOneCharacter(name)) return;
      const actions = offeredActions().flatMap((group) => group.actions);
      if (event.repeat && !actions.some(({ key, moves }) => key === name && moves)) {
        if (actions.some(({ key }) => key === name)) event.preventDefault();
        return;
      }
      const keys = begun ? `${begun} ${name}` : name;
      begun = '';
      const action = actions.find(({ key }) => key === keys);
      if (action) runAction(action);
      else if (actions.some(({ key }) => key?.startsWith(`${keys} `))) begin(keys);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      endWait();
      document.removeEventListener('keydown', onKey);
    };
  }, []);
}

function isElsewhere(target: EventTarget | null, name: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // A select or a date field handles letters and arrows, but no key with Ctrl.
  if (name.startsWith('mod+') && isSelectOrDate(target)) return document.querySelector(OVER_PAGE) !== null;
  if (target instanceof HTMLInputElement && !NOT_TYPED.includes(target.type)) return true;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if (target.isContentEditable || target.closest(TAKES_LETTERS)) return true;
  return document.querySelector(OVER_PAGE) !== null;
}

function isSelectOrDate(target: HTMLElement): boolean {
  return (
    target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'date')
  );
}
