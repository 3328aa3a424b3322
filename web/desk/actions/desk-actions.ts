import { useEffect, useRef } from 'react';

/** Something to do at the desk, by its button, by its key and from the palette. */
export type DeskAction = {
  /** Told apart by it from the others of its group. */
  id: string;
  title: string;
  /** As `keyNameOf` names it; keys that follow one another with a space between: `g o`. */
  key?: string | undefined;
  /** Why it cannot be done now: told when it is pressed all the same. */
  unavailable?: string | undefined;
  /** The help tells its key, and the palette leaves it out: it moves about where one is. */
  by_key_only?: boolean;
  /** Done again for as long as its key is held; whatever changes something is not. */
  moves?: boolean;
  run: () => void;
};

/** The actions of a place, or of what lies open in it. */
export type ActionGroup = { title: string; actions: readonly DeskAction[] };

type Source = () => ActionGroup;
let sources: readonly Source[] = [];

/**
 * Offers these actions for as long as the component is there. A key that two of them have belongs to the one that came last: what lies open goes before the
 * place, and the place before the desk.
 */
export function useDeskActions(title: string, actions: readonly DeskAction[]): void {
  const latest = useRef<ActionGroup>({ title, actions });
  useEffect(() => {
    latest.current = { title, actions };
  });
  useEffect(() => addActions(() => latest.current), []);
}

/** Until the answer is called. */
export function addActions(source: Source): () => void {
  sources = [...sources, source];
  return () => {
    sources = sources.filter((one) => one !== source);
  };
}

/** All that can be done now, what came last first; each key once. */
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
