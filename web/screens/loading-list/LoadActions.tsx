import { plural, t } from '@lingui/core/macro';
import { CheckCheck, Send } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { GoodsToLoad } from '../../commands/setting-out/goods-to-load.ts';
import {
  isPartlyChecked,
  loadCheck,
  type Marking,
  missingOf,
  ticked,
  uncheckedItems,
} from '../../commands/setting-out/load-marks.ts';
import { SetOutWithAll } from '../../commands/setting-out/SetOutWithAll.tsx';
import { useLoadReport } from '../../commands/setting-out/use-load-report.ts';
import type { SettingOut } from '../../commands/setting-out/use-setting-out.ts';
import { Button } from '../../ui/Button.tsx';

const Dialog = lazy(async () => ({ default: (await import('../../ui/Dialog.tsx')).Dialog }));

type Props = Marking & { goods: GoodsToLoad; setting_out: SettingOut };

/** Below the goods: ticks the remaining ones, reports missing ones to the shop, and sets out. */
export function LoadActions({ goods: { stops }, setting_out, marks, mark }: Props) {
  const { report, make, stateOf, busy } = useLoadReport();
  const [asking, setAsking] = useState(false);
  const [pressed_early, setPressedEarly] = useState(false);
  const lines = stops.flatMap((stop) => stop.lines);
  const leaving = new Set(setting_out.ready.map(({ order }) => order.id));
  const unticked = uncheckedItems(
    lines.filter(({ order_id }) => leaving.has(order_id)),
    marks,
  );
  const is_open = lines.some((line) => missingOf(line, marks) === null);
  const check = loadCheck(stops, marks);
  const reported = stateOf(check);
  const is_incomplete =
    (pressed_early && check.length === 0) || stops.some(({ lines }) => isPartlyChecked(lines, marks));

  async function leave(): Promise<void> {
    setAsking(false);
    await setting_out.leave({ mark, report: () => make(loadCheck(stops, marks, leaving)) });
  }

  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="text-muted text-sm empty:hidden">
        {reported === 'sent' && t`The shop has been notified.`}
        {reported === 'waiting' && t`The shop will be notified once this is sent.`}
      </p>
      <p role="status" className="text-muted text-sm empty:hidden">
        {is_incomplete && t`A stop is reported once all its goods are ticked or missing.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          className="min-h-12 flex-auto"
          aria-disabled={!is_open || undefined}
          onClick={() => is_open && mark(ticked(lines, marks, true))}
        >
          <CheckCheck size={18} className="shrink-0" />
          {t`All loaded`}
        </Button>
        <Button
          variant="secondary"
          className="min-h-12 flex-auto"
          busy={busy}
          aria-disabled={reported !== null || check.length === 0 || undefined}
          onClick={() => (check.length > 0 ? void report(check) : setPressedEarly(true))}
        >
          <Send size={18} className="shrink-0 rtl:-scale-x-100" />
          {t`Report to the shop`}
        </Button>
      </div>
      <SetOutWithAll
        setting_out={setting_out}
        onPress={() => (unticked > 0 ? setAsking(true) : void leave())}
      />
      {asking && (
        <Suspense>
          <Dialog
            open
            onOpenChange={(open) => !open && setAsking(false)}
            title={t`${plural(unticked, { one: '1 item is', other: '# items are' })} not ticked`}
            description={t`If you set out now, they are reported to the shop as missing.`}
          >
            <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <Button variant="secondary" className="min-h-12" onClick={() => setAsking(false)}>
                {t`Back to the list`}
              </Button>
              <Button className="min-h-12" onClick={() => void leave()}>
                {t`Set out anyway`}
              </Button>
            </div>
          </Dialog>
        </Suspense>
      )}
    </div>
  );
}
