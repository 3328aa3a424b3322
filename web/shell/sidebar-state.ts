import { useCallback, useEffect, useState } from 'react';
import { useMedia, usePhone } from '../ui/use-media.ts';

const COOKIE = 'sidebar:state';
const SEVEN_DAYS_S = 60 * 60 * 24 * 7;

/** A phone in landscape, on which the full sidebar would take the room of the form. */
const LOW = '(max-height: 479.98px)';

/** Returns the stored state; null if the user has not chosen one in the last days. */
function readCookie(): boolean | null {
  const stored = document.cookie.split('; ').find((pair) => pair.startsWith(`${COOKIE}=`));
  return stored === undefined ? null : stored !== `${COOKIE}=false`;
}

function writeCookie(open: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and plain http have no Cookie Store API
  document.cookie = `${COOKIE}=${open}; path=/; max-age=${SEVEN_DAYS_S}; samesite=lax`;
}

/** Returns the sidebar's state and its actions; Ctrl/Cmd+B toggles it. */
export function useSidebar() {
  const mobile = usePhone();
  const low = useMedia(LOW);
  const [chosen, setChosen] = useState(readCookie);
  /** On desktops: true is full width, false is icons only. The user's choice is in a cookie for 7 days. */
  const open = chosen ?? !low;
  /** On phones: true if the panel over the page is open. */
  const [panel_open, setPanelOpen] = useState(false);

  const toggle = useCallback(() => {
    if (mobile) {
      setPanelOpen((was) => !was);
      return;
    }
    writeCookie(!open);
    setChosen(!open);
  }, [mobile, open]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Checks the position too: on an Arabic layout the key has another letter.
      const b = event.key.toLowerCase() === 'b' || event.code === 'KeyB';
      if (!b || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [toggle]);

  return { mobile, open, panel_open, setPanelOpen, toggle };
}
