import { plural, t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { Stop } from '../../commands/delivery/stops.ts';
import { onTheRoadText, SetOutWithAll } from '../../commands/setting-out/SetOutWithAll.tsx';
import { isNotOnTheRoad } from '../../commands/setting-out/stop-wait.ts';
import { useReadOfSettings, useSettingOut } from '../../commands/setting-out/use-setting-out.ts';
import { ASSIGNED_ORDERS_PATH } from '../../components/dashboard-paths.ts';
import { showToast } from '../../ui/toast.ts';

type Props = {
  stops: readonly Stop[];
  /** Called before the next order replaces this text. */
  onSetOut: () => void;
};

/** Below the empty state: the open stops that are not on the road, and the button to set out with them. */
export function NotOnTheRoad({ stops, onSetOut }: Props) {
  useReadOfSettings();
  const setting_out = useSettingOut(stops);
  const { ready, leave } = setting_out;
  const left = stops.filter(isNotOnTheRoad).length;
  if (left === 0) return null;

  async function press(): Promise<void> {
    onSetOut();
    const title = onTheRoadText(ready.length);
    if (await leave()) showToast({ kind: 'success', title });
  }

  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <p>
        {t`${plural(left, { one: '1 stop is', other: '# stops are' })} not on the road yet`}{' '}
        <Link
          to={ASSIGNED_ORDERS_PATH}
          className="inline-flex min-h-12 items-center px-1 text-accent underline"
        >
          {t`Assigned Orders`}
        </Link>
      </p>
      <SetOutWithAll setting_out={setting_out} onPress={() => void press()} />
    </div>
  );
}
