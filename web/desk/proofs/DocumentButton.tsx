import { t } from '@lingui/core/macro';
import { FileText } from 'lucide-react';
import type { Bucket } from '../../../contract/rules/storage-paths.ts';
import { openFile } from '../../components/open-file.ts';
import { Button, useBusy } from '../../ui/Button.tsx';

type Props = { file: { bucket: Bucket; path: string; sha256: string }; title: string };

/** Opens a document in a new tab. Each view is recorded in the audit. */
export function DocumentButton({ file, title }: Props) {
  const [busy, run] = useBusy();
  return (
    <Button
      variant="secondary"
      className="text-sm"
      busy={busy}
      onClick={() => void run(() => openFile(file))}
    >
      <FileText size={16} />
      {title}
      <span className="sr-only"> {t`(opens in a new tab)`}</span>
    </Button>
  );
}
