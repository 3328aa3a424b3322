import { t } from '@lingui/core/macro';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { DeviceRow } from '../../../contract/operations/dashboard/devices/list-devices.schema.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { DeviceHeadline, DeviceProblems } from '../../components/devices/DeviceProblems.tsx';
import { isMissing, isSilent } from '../../components/devices/missing-numbers.ts';
import { UnsentLine } from '../../components/devices/UnsentCash.tsx';
import { ReadFrame } from '../../components/ReadFrame.tsx';
import { thisTab } from '../../environment/this-tab.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { ExplainDialog } from './ExplainDialog.tsx';

const REFRESH_MS = 60_000;

/**
 * Lists devices with missing numbers and silent devices with open orders; shows nothing if there are none.
 */
export function Devices() {
  const read = useEndpoint('list_devices', undefined, { refetchInterval: REFRESH_MS });
  const [explaining, setExplaining] = useState<DeviceRow | null>(null);
  return (
    <>
      <ReadFrame read={read} quiet failed={t`The devices could not be loaded`} loading={null}>
        {({ devices }) => <DeviceList devices={devices} onExplain={setExplaining} />}
      </ReadFrame>
      {explaining && (
        <ExplainDialog
          device={explaining}
          onExplained={read.refetch}
          onClose={() => setExplaining(null)}
          focusAfter={pageHeading}
        />
      )}
    </>
  );
}

type ListProps = { devices: readonly DeviceRow[]; onExplain: (device: DeviceRow) => void };

function DeviceList({ devices, onExplain }: ListProps) {
  const now_ms = thisTab.now();
  const missing = devices.filter(isMissing);
  const quiet = devices.filter((device) => !isMissing(device) && isSilent(device, devices, now_ms));
  if (missing.length + quiet.length === 0) return null;
  return (
    <TitledCard icon={Smartphone} title={t`Devices`}>
      <ul className="divide-y divide-line">
        {[...missing, ...quiet].map((device) => (
          <li key={device.id} className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
            <div>
              <p className="wrap-anywhere font-medium">
                <DeviceHeadline device={device} />
              </p>
              {device.name && <p className="text-muted text-sm">{device.name}</p>}
              {device.unsent.count > 0 && (
                <UnsentLine unsent={{ ...device.unsent, last_seen_at: device.last_seen_at }} />
              )}
            </div>
            <DeviceProblems device={device} quiet={quiet.includes(device)} />
            {isMissing(device) && <Explain device={device} onExplain={onExplain} />}
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

function Explain({ device, onExplain }: { device: DeviceRow; onExplain: (device: DeviceRow) => void }) {
  const misses = device.not_arrived.length > 0;
  if (!device.may_explain) {
    return (
      <p className="text-muted text-sm">
        {misses
          ? t`You cannot explain missing numbers on a device you used. Ask another manager.`
          : t`You cannot explain a break on a device you used. Ask another manager.`}
      </p>
    );
  }
  const { full_name } = device.last_user;
  return (
    <Button
      variant="secondary"
      className="self-start"
      aria-label={
        misses
          ? t`Explain missing numbers on the device of ${full_name}`
          : t`Explain what happened to the device of ${full_name}`
      }
      onClick={() => onExplain(device)}
    >
      {t`Explain`}
    </Button>
  );
}

/** Returns the heading as focus target: the device may have left the list when the dialog closes. */
function pageHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('#content h2');
}
