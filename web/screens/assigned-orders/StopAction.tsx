import { t } from '@lingui/core/macro';
import { PackageCheck, Truck } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { orderName } from '../../api/delivery-messages.ts';
import { isToBeDelivered, type Stop } from '../../commands/delivery/stops.ts';
import { useSettingOut } from '../../commands/setting-out/use-setting-out.ts';
import { orderPath } from '../../components/dashboard-paths.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast.ts';

const CLASSES = 'min-h-12 flex-[1_1_100%] md:flex-none';

/** The main action of a stop: sets out with it, then delivers it. The focus stays at its place. */
export function StopAction({ stop }: { stop: Stop }) {
  const { id, order_number } = stop.order;
  const { ready, busy, leave } = useSettingOut([stop]);
  const [, navigate] = useLocation();
  const link = useRef<HTMLAnchorElement>(null);
  const pressed = useRef(false);
  const is_out = isToBeDelivered(stop);
  useLayoutEffect(() => {
    if (is_out && pressed.current) link.current?.focus({ preventScroll: true });
    pressed.current = false;
  }, [is_out]);

  async function press(): Promise<void> {
    pressed.current = true;
    if (!(await leave())) return;
    showToast({
      kind: 'success',
      title: t`On the road`,
      names: orderName(order_number),
      action: { label: t`Next Order`, onPress: () => navigate(orderPath(id)) },
      about: `set_out:${id}`,
    });
  }

  if (is_out) {
    return (
      <Link ref={link} to={orderPath(id)} className={buttonClasses('primary', CLASSES)}>
        <PackageCheck size={18} className="shrink-0" />
        {t`Deliver`}
      </Link>
    );
  }
  if (ready.length === 0) return null;
  return (
    <Button className={CLASSES} busy={busy} onClick={() => void press()}>
      <Truck size={18} className="shrink-0" />
      {t`Set out`}
    </Button>
  );
}
