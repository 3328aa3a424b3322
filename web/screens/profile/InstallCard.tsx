import { t } from '@lingui/core/macro';
import { Download } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { installWay, onInstallWay, promptToInstall } from '../../environment/install.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { untilUnmounted, withinStoreTimeout } from '../../environment/timing.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';

/** A key in the device's notes, shared by all users of the device. */
const NOTE = 'install_put_off';

/** Offers to install the app, until the user dismisses it on this device. */
export function InstallCard() {
  const way = useSyncExternalStore(onInstallWay, installWay);
  const { put_off, putOff } = usePutOff();
  if (way === null || put_off) return null;
  return (
    <TitledCard icon={Download} title={t`Install this app`} className="flex flex-col gap-3">
      {way === 'ask' ? (
        <p className="text-muted">{t`It opens from your home screen, with and without a connection.`}</p>
      ) : (
        <>
          <p>{t`In Safari, press Share, then Add to Home Screen.`}</p>
          <p className="text-muted">
            {t`The installed app does not share data with Safari. Send unsent work here, install, then sign in again in the app.`}
          </p>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {way === 'ask' && (
          <Button variant="secondary" onClick={() => void promptToInstall()}>
            <Download size={18} />
            {t`Install`}
          </Button>
        )}
        <Button variant={way === 'ask' ? 'quiet' : 'secondary'} onClick={putOff}>
          {t`Not now`}
        </Button>
      </div>
    </TitledCard>
  );
}

/**
 * Reads and stores the dismissal. If the device cannot read it, the card is hidden; if it cannot store it,
 * the card returns.
 */
function usePutOff() {
  const [put_off, setPutOff] = useState(true);
  useEffect(() => {
    const noted = withinStoreTimeout(
      thisTab,
      thisTab.store.read(['notes'], (tx) => tx.get('notes', NOTE)),
    );
    return untilUnmounted(noted, (note) => setPutOff(note !== undefined));
  }, []);
  const putOff = () => {
    setPutOff(true);
    thisTab.store.write(['notes'], (tx) => tx.put('notes', thisTab.now(), NOTE)).catch(() => {});
  };
  return { put_off, putOff };
}
