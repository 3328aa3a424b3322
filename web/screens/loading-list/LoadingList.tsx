import { plural, t } from '@lingui/core/macro';
import { PackageCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { assignedOrdersFailed } from '../../api/read-failures.ts';
import type { Stop } from '../../commands/delivery/stops.ts';
import { useStops } from '../../commands/delivery/use-stops.ts';
import { goodsToLoad, sumOf } from '../../commands/setting-out/goods-to-load.ts';
import { loadedOf, type Marking } from '../../commands/setting-out/load-marks.ts';
import { OnTheRoad } from '../../commands/setting-out/SetOutWithAll.tsx';
import { useReadOfSettings, useSettingOut } from '../../commands/setting-out/use-setting-out.ts';
import { ASSIGNED_ORDERS_PATH } from '../../components/dashboard-paths.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { buttonClasses } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { GoodsByProduct, GoodsByStop } from './GoodsList.tsx';
import { LoadActions } from './LoadActions.tsx';
import { useLoadMarks } from './use-load-marks.ts';

/** The goods of all stops that are not on the road, which the driver ticks off before setting out. */
export function LoadingList() {
  useReadOfSettings();
  const read = useStops(assignedOrdersFailed);
  const { marks, mark } = useLoadMarks();
  const loading = (
    <Loading
      text={t`Loading assigned orders...`}
      shapes={['h-12', 'h-12', 'h-12', 'h-12']}
      className="flex flex-col gap-1.5"
    />
  );
  return (
    <>
      <PageHeading subtitle={t`Tick off the goods in your vehicle`} mark={<AsOfMark read={read} />} />
      <ReadFrame read={read} failed={t`Your orders could not be loaded`} loading={loading}>
        {(stops) => (marks ? <Load stops={stops} marks={marks} mark={mark} /> : loading)}
      </ReadFrame>
    </>
  );
}

type View = 'product' | 'stop';

function Load({ stops, marks, mark }: Marking & { stops: readonly Stop[] }) {
  const [view, setView] = useState<View>('product');
  const setting_out = useSettingOut(stops);
  const goods = goodsToLoad(stops);
  const lines = goods.stops.flatMap((stop) => stop.lines);
  const { count } = setting_out;
  const Goods = view === 'product' ? GoodsByProduct : GoodsByStop;
  return (
    <>
      {count > 0 && <OnTheRoad count={count} />}
      {lines.length === 0 ? (
        count === 0 && <NothingToLoad />
      ) : (
        <>
          <RadioGroup<View>
            legend={<span className="sr-only">{t`Show`}</span>}
            value={view}
            onValue={setView}
            options={[
              { value: 'product', label: t`By product` },
              { value: 'stop', label: t`By stop` },
            ]}
          />
          <Progress {...loadedOf(lines, marks)} of={sumOf(lines)} />
          <Goods goods={goods} marks={marks} mark={mark} />
          <LoadActions goods={goods} setting_out={setting_out} marks={marks} mark={mark} />
        </>
      )}
    </>
  );
}

function Progress({ loaded, missing, of }: { loaded: number; missing: number; of: number }) {
  const text = t`${loaded} of ${plural(of, { one: '# item', other: '# items' })} loaded`;
  return (
    <p className="font-semibold text-section">
      {text}
      {missing > 0 && <span className="text-warn"> · {t`${missing} missing`}</span>}
    </p>
  );
}

function NothingToLoad() {
  return (
    <EmptyState
      icon={PackageCheck}
      title={t`Nothing to load`}
      description={t`The goods of your next stops appear here once the shop assigns them to you.`}
      action={
        <Link to={ASSIGNED_ORDERS_PATH} className={buttonClasses('secondary', 'min-h-12')}>
          {t`Assigned Orders`}
        </Link>
      }
    />
  );
}
