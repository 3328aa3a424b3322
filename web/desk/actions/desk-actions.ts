import { useEffect, useRef } from 'react';

/** An action of the desk, available by its button, by its key and from the palette. */
export type DeskAction = {
  /** Unique within its group. */
  id: string;
  title: string;
  /** Named as by `keyNameOf`; keys pressed in sequence are separated by a space: `g o`. */
  key?: string | undefined;
  /** The reason why the action is unavailable now, shown when it is triggered. */
  unavailable?: string | undefined;
  /** Listed in the help but not in the palette: navigation within a list. */
  by_key_only?: boolean;
  /** Repeated while its key is held. Never set for actions that change data. */
  moves?: boolean;
  run: () => void;
};

/** The actions of a place, or of what is open in it. */
export type ActionGroup = { title: string; actions: readonly DeskAction[] };

type Source = () => ActionGroup;
let sources: readonly Source[] = [];

/**
 * Offers these actions while the component is mounted. If two actions have the same key, the last one mounted
 * wins: open details over the place, the place over the desk.
 */
export function useDeskActions(title: string, actions: readonly DeskAction[]): void {
  const latest = useRef<ActionGroup>({ title, actions });
  useEffect(() => {
    latest.current = { title, actions };
  });
  useEffect(() => addActions(() => latest.current), []);
}

/** Offers the actions of `source` until the returned function is called. */
export function addActions(source: Source): () => void {
  sources = [...sources, source];
  return () => {
    sources = sources.filter((one) => one !== source);
  };
}

/** Returns all available actions, newest source first; each key once. */
export function offeredActions(): ActionGroup[] {
  const taken = new Set<string>();
  return [...sources]
    .reverse()
    .map((source) => source())
    .map(({ title, actions }) => ({
      title,
      actions: actions.filter(({ key }) => {
        if (key === undefined) return true;
        const is_free = !taken.has(key);
        taken.add(key);
        return is_free;
      }),
    }))
    .filter(({ actions }) => actions.length > 0);
}
