import type { OutboxToast } from '../commands/command.ts';
import { openFile } from '../components/open-file.ts';
import { showToast } from '../ui/toast.ts';

/** Shows what the outbox has to say; a document it offers opens from the toast. */
export function showOutboxToast({ opens, ...words }: OutboxToast): void {
  showToast({
    ...words,
    action: opens && { label: opens.label, onPress: () => void openFile(opens) },
  });
}
