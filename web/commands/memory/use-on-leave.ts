import { useEffect, useRef } from 'react';

/**
 * Calls the newest `onLeave` when the component unmounts. Returns a function that is true while it is
 * mounted.
 */
export function useOnLeave(onLeave: () => void): () => boolean {
  const here = useRef(true);
  const newest = useRef(onLeave);
  newest.current = onLeave;
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
      newest.current();
    };
  }, []);
  return () => here.current;
}
