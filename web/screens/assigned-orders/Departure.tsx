import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { Stop } from '../../commands/delivery/stops.ts';
import { OnTheRoad, SetOutWithAll } from '../../commands/setting-out/SetOutWithAll.tsx';
import { isToLoad } from '../../commands/setting-out/stop-wait.ts';
import { useReadOfSettings, useSettingOut } from '../../commands/setting-out/use-setting-out.ts';
import { LOADING_LIST_PATH } from '../../components/dashboard-paths.ts';
import { buttonClasses } from '../../ui/Button.tsx';

/** Above the stops: sets out with all ready ones, and opens the loading list. Nothing once all are out. */
export function Departure({ stops }: { stops: readonly Stop[] }) {
  useReadOfSettings();
  const setting_out = useSettingOut(stops);
  const { ready, count, leave } = setting_out;
  const loads = stops.some(isToLoad);
  return (
    <>
      {count > 0 && ready.length === 0 && <OnTheRoad count={count} />}
      {loads && (
        <div className="flex flex-wrap gap-2">
          <SetOutWithAll setting_out={setting_out} onPress={() => void leave()} />
          <Link
            to={LOADING_LIST_PATH}
            className={buttonClasses('secondary', 'min-h-12 flex-auto md:flex-none')}
          >
            {t`Loading list`}
          </Link>
        </div>
      )}
    </>
  );
}
