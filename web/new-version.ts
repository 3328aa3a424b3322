import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { followVersions, lookForVersion, takeNewVersion } from './world/app-worker.ts';
import { screenChanged, watchPage } from './world/page-use.ts';
import { thisTab } from './world/this-tab.ts';

/** A screen that has just been opened says within that time whether it holds the page. */
const OPENED_MS = 400;

/**
 * Has a new version of the app take over when nobody is in the middle of anything: at the start, at a change of screen, or
 * when somebody comes back to the page.
 */
export function useNewVersion(): void {
  const [pathname] = useLocation();
  useEffect(() => {
    const onVisible = () => void takeNewVersion().then(lookForVersion);
    const stops = [watchPage(), followVersions(), thisTab.page.onVisible(onVisible)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts
  useEffect(() => {
    screenChanged();
    return thisTab.timer.after(OPENED_MS, () => void takeNewVersion().then(lookForVersion));
  }, [pathname]);
}
