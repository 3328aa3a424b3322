import { t } from '@lingui/core/macro';
import { Button } from '../../../ui/Button.tsx';

/**
 * The quiet line below the confirm button for an order that cannot be delivered. On phones it is the end of
 * the page, so that the bar that sticks to the lower edge is no higher.
 */
export function SomethingElse({ onPress }: { onPress: () => void }) {
  return (
    // On phones the bar's negative margin covers the padding of the page's end.
    <div className="-mb-3 mt-2 flex justify-center md:mt-0 md:mb-0 lg:col-start-2">
      <Button variant="link" className="font-medium underline underline-offset-4" onClick={onPress}>
        {t`Something else happened`}
      </Button>
    </div>
  );
}
