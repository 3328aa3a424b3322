import { plural, t } from '@lingui/core/macro';
import { CircleCheck, Truck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { NEXT_ORDER_PATH } from '../../components/dashboard-paths.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { SettingOut } from './use-setting-out.ts';

type Props = { setting_out: SettingOut; onPress: () => void };

/** Sets out with every ready stop; nothing if there is none. */
export function SetOutWithAll({ setting_out: { ready, busy }, onPress }: Props) {
  if (ready.length === 0) return null;
  return (
    <Button className="min-h-12 flex-auto md:flex-none" busy={busy} onClick={onPress}>
      <Truck size={18} className="shrink-0" />
      {t`Set out with all (${ready.length})`}
    </Button>
  );
}

/** The title of the confirmation. */
export function onTheRoadText(count: number): string {
  return t`On the road with ${plural(count, { one: '1 stop', other: '# stops' })}`;
}

/** Confirms the setting out, with a link to the next order. The link takes the focus of the button. */
export function OnTheRoad({ count }: { count: number }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus({ preventScroll: true }), []);
  return (
    <Notice
      tone="done"
      icon={CircleCheck}
      title={onTheRoadText(count)}
      action={
        <Link ref={link} to={NEXT_ORDER_PATH} className={buttonClasses('primary', 'min-h-12')}>
          {t`Next Order`}
        </Link>
      }
    />
  );
}
