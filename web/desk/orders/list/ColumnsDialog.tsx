import { t } from '@lingui/core/macro';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FIXED_COLUMN, type OrderColumn } from './order-columns.tsx';

type Props = {
  columns: readonly OrderColumn[];
  shown: readonly OrderColumn[];
  /** Null: as it is for everybody. */
  onChoose: (ids: string[] | null) => void;
  onClose: () => void;
};

/** Which columns somebody wants to see; kept for this person on this device. */
export function ColumnsDialog({ columns, shown, onChoose, onClose }: Props) {
  const ids = shown.map(({ id }) => id);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Columns`}
      description={t`A narrow list leaves some of them out.`}
    >
      <div className="flex flex-col">
        {columns.map(({ id, title }) => (
          <Checkbox
            key={id}
            label={title}
            checked={ids.includes(id)}
            disabled={id === FIXED_COLUMN}
            onChecked={(on) => onChoose(on ? [...ids, id] : ids.filter((one) => one !== id))}
          />
        ))}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={() => onChoose(null)}>{t`As it was at first`}</Button>
        <Button onClick={onClose}>{t`Done`}</Button>
      </div>
    </Dialog>
  );
}
