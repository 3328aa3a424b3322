import { useEffect } from 'react';
import { thisTab } from '../../world/this-tab.ts';
import { offeredActions } from './desk-actions.ts';
import { keyNameOf } from './key-names.ts';
import { runAction } from './run-action.ts';
import { singleKeys } from './single-keys.ts';

/** How long a key waits for the one that follows it, in ms. */
const FOLLOWS_MS = 1_500;
/** What has keys of its own. */
const OVER_PAGE = '[role="dialog"],[role="alertdialog"]';
const TAKES_LETTERS = '[role="menu"],[role="listbox"],[role="combobox"]';
const NOT_TYPED: readonly string[] = ['checkbox', 'radio', 'file', 'button', 'submit', 'reset'];

/** Keys such as Escape are not said to a machine by mistake, and stay when the letters are off. */
const isOneCharacter = (name: string) => /^(shift\+)?.$/.test(name);

/** Mount once, in the shell: a key does its action, unless something is being typed or something lies over the page. */
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
  // A choice takes letters and arrows, and nothing that is pressed with Ctrl.
  if (name.startsWith('mod+') && isChoice(target)) return document.querySelector(OVER_PAGE) !== null;
  if (target instanceof HTMLInputElement && !NOT_TYPED.includes(target.type)) return true;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if (target.isContentEditable || target.closest(TAKES_LETTERS)) return true;
  return document.querySelector(OVER_PAGE) !== null;
}

function isChoice(target: HTMLElement): boolean {
  return (
    target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'date')
  );
}
