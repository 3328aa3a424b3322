import { t } from '@lingui/core/macro';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FIXED_COLUMN, type OrderColumn } from './order-columns.tsx';

type Props = {
  columns: readonly OrderColumn[];
  shown: readonly OrderColumn[];
  /** Null restores the default columns. */
  onChoose: (ids: string[] | null) => void;
  onClose: () => void;
};

/** Selects the visible columns; the choice is stored for this user on this device. */
export function ColumnsDialog({ columns, shown, onChoose, onClose }: Props) {
  const ids = shown.map(({ id }) => id);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Columns`}
      description={t`A narrow list hides some of them.`}
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
        <Button variant="secondary" onClick={() => onChoose(null)}>{t`Reset columns`}</Button>
        <Button onClick={onClose}>{t`Done`}</Button>
      </div>
    </Dialog>
  );
}
