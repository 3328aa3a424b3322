import { useEffect, useRef } from 'react';

/** Calls `onLeave`, as of the newest render, when the component leaves the page. Returns a check whether it is still there. */
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
