import type { ComponentType } from 'react';
import { useLoaded } from '../../ui/use-loaded.ts';

/**
 * A dialog that is loaded when it is first opened. If loading fails, a toast is shown and the dialog closes;
 * the next attempt loads it again.
 */
export function loadedDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  const keep = async () => {
    loaded = await load();
    return loaded;
  };
  return function LoadedDialog(props: Props) {
    const fresh = useLoaded(keep, loaded === null, props.onClose);
    // Opens synchronously once loaded: the user's next keystrokes are meant for it.
    const Dialog = loaded ?? fresh;
    return Dialog && <Dialog {...props} />;
  };
}
