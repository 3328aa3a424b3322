import type { ComponentType } from 'react';
import { useLoaded } from '../../shell/use-loaded.ts';

/** A dialog that is loaded when it is first wanted. Where it cannot be loaded that is said, and it counts as closed: the next wish tries again. */
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
    // At once when it is opened again: what is typed next is meant for it.
    const Dialog = loaded ?? fresh;
    return Dialog && <Dialog {...props} />;
  };
}
