import { t } from '@lingui/core/macro';
import { WifiOff } from 'lucide-react';
import { shortTime } from '../components/short-time.ts';
import { usePausedSince } from './lost-since.ts';

/**
 * Says quietly since when what is shown is no longer kept up to date. It lies in the empty edge above a page's content, so that nothing
 * under a thumb moves when it comes or goes.
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
