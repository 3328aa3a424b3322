import { t } from '@lingui/core/macro';
import { WifiOff } from 'lucide-react';
import { shortTime } from '../components/short-time.ts';
import { usePausedSince } from './lost-since.ts';

/**
 * Shows since when the page is no longer updated. It is placed in the empty margin above the content, so that
 * nothing moves under a thumb when it appears or disappears.
 */
export function PausedLine({ time_zone }: { time_zone: string }) {
  const since = usePausedSince();
  return (
    <div role="status" className="relative z-10 h-0">
      {since !== null && (
        <p className="flex items-center justify-center gap-1 overflow-hidden whitespace-nowrap px-4 text-muted text-xs">
          <WifiOff size={12} className="shrink-0" />
          {t`Live updates paused since ${shortTime(new Date(since), time_zone)}`}
        </p>
      )}
    </div>
  );
}
