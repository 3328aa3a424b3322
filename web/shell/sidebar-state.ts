import { useCallback, useEffect, useState } from 'react';
import { usePhone } from '../ui/surroundings.ts';

const COOKIE = 'sidebar:state';
const SEVEN_DAYS_S = 60 * 60 * 24 * 7;

function readCookie(): boolean {
  const stored = document.cookie.split('; ').find((pair) => pair.startsWith(`${COOKIE}=`));
  return stored !== `${COOKIE}=false`;
}

function writeCookie(open: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and over plain http
  document.cookie = `${COOKIE}=${open}; path=/; max-age=${SEVEN_DAYS_S}; samesite=lax`;
}

/** The sidebar's state; Ctrl/Cmd+B toggles it. */
export function useSidebar() {
  const mobile = usePhone();
  /** On desktops: full width, kept in a cookie for 7 days; otherwise collapsed to icons. */
  const [open, setOpen] = useState(readCookie);
  /** On phones: the panel over the page. */
  const [panel_open, setPanelOpen] = useState(false);

  const toggle = useCallback(() => {
    if (mobile) {
      setPanelOpen((was) => !was);
      return;
    }
    setOpen((was) => {
      writeCookie(!was);
      return !was;
    });
  }, [mobile]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // By its place too: an Arabic layout has another letter on the key.
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
