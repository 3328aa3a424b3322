import { t } from '@lingui/core/macro';
import { Button } from '../../../ui/Button.tsx';

/**
 * The quiet line for an order that cannot be delivered. On phones it ends the form, above the bar that sticks
 * to the lower edge; on wide screens it is below the confirm button.
 */
export function SomethingElse({ onPress }: { onPress: () => void }) {
  return (
    <div className="-mt-2 flex justify-center md:mt-0 lg:order-last lg:col-start-2">
      <Button variant="link" className="font-medium underline underline-offset-4" onClick={onPress}>
        {t`Something else happened`}
      </Button>
    </div>
  );
}
