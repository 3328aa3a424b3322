import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { activateNewVersion, checkForVersion, followVersions } from './environment/app-worker.ts';
import { resetPageUse, watchPageUse } from './environment/page-use.ts';
import { thisTab } from './environment/this-tab.ts';

/** The time in ms within which an opened screen reports that it must not be reloaded. */
const OPENED_MS = 400;

/**
 * Lets a new version of the app take over when it interrupts no work: at the start, at a change of screen, or
 * when the user returns to the page.
 */
export function useNewVersion(): void {
  const [pathname] = useLocation();
  useEffect(() => {
    const onVisible = () => void activateNewVersion().then(checkForVersion);
    const stops = [watchPageUse(), followVersions(), thisTab.page.onVisible(onVisible)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs at each change of screen
  useEffect(() => {
    resetPageUse();
    return thisTab.timer.after(OPENED_MS, () => void activateNewVersion().then(checkForVersion));
  }, [pathname]);
}
