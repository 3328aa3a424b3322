import { t } from '@lingui/core/macro';
import { Download } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { askToInstall, installWay, onInstallWay } from '../../world/install.ts';
import { thisTab } from '../../world/this-tab.ts';
import { answered, whileHere } from '../../world/waiting.ts';

/** Among the device's notes, whoever is signed in. */
const NOTE = 'install_put_off';

/** How to have the app beside the phone's others, until somebody puts it off on this device. */
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
            {t`The installed app keeps what it knows apart from Safari: send what waits here, install, then sign in again there.`}
          </p>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {way === 'ask' && (
          <Button variant="secondary" onClick={() => void askToInstall()}>
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

/** A device that cannot say, or keep, whether it was put off shows nothing, or shows it again. */
function usePutOff() {
  const [put_off, setPutOff] = useState(true);
  useEffect(() => {
    const noted = answered(
      thisTab,
      thisTab.store.read(['notes'], (tx) => tx.get('notes', NOTE)),
    );
    return whileHere(noted, (note) => setPutOff(note !== undefined));
  }, []);
  const putOff = () => {
    setPutOff(true);
    thisTab.store.write(['notes'], (tx) => tx.put('notes', thisTab.now(), NOTE)).catch(() => {});
  };
  return { put_off, putOff };
}
