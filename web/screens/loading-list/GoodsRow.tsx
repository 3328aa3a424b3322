import { t } from '@lingui/core/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { type LoadLine, sumOf } from '../../commands/setting-out/goods-to-load.ts';
import { loadedOf, type Marking, markOf, missingOf, ticked } from '../../commands/setting-out/load-marks.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Stepper } from '../../ui/Stepper.tsx';

type Props = Marking & {
  name: string;
  code: string | null;
  /** The lines that this row sums; more than one only if several stops have the product. */
  lines: readonly LoadLine[];
};

function missingText(name: string): string {
  return t`Missing: ${name}`;
}

/** Goods to tick off, with the missing quantity of each line. */
export function GoodsRow({ name, code, lines, marks, mark }: Props) {
  const { state, missing } = loadedOf(lines, marks);
  const [open, setOpen] = useState(missing > 0);
  const details_id = useId();
  const box = useRef<HTMLInputElement>(null);
  const is_partly = state === 'partly';
  useEffect(() => {
    if (box.current) box.current.indeterminate = is_partly;
  }, [is_partly]);
  const [only, ...others] = lines;

  /** The quantity of a single line starts at 1; that of several is chosen by stop. */
  function pressMissing(): void {
    const starts = missing === 0 && only && others.length === 0;
    if (starts) mark(markOf(only, 1));
    setOpen(starts ? true : !open);
  }

  return (
    <li className="flex flex-col gap-1 py-1">
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <div className="min-w-0 flex-[1_1_10rem]">
          <Checkbox
            ref={box}
            checked={state === 'loaded'}
            onChecked={(checked) => mark(ticked(lines, marks, checked))}
            label={<Label name={name} code={code} lines={lines} />}
          />
        </div>
        <Button
          variant="quiet"
          className={classNames('ms-auto min-h-12', missing > 0 && 'bg-warn-soft text-warn')}
          aria-label={missing > 0 ? t`${missing} missing: ${name}` : t`Missing: ${name}`}
          aria-expanded={open}
          aria-controls={open ? details_id : undefined}
          onClick={pressMissing}
        >
          {missing > 0 ? t`${missing} missing` : t`Missing`}
        </Button>
      </div>
      {open && (
        <ul id={details_id} className="flex flex-col gap-1 pb-1">
          {lines.map((line) => (
            <li key={line.item_id} className="flex flex-wrap items-center justify-between gap-x-2">
              <span className="min-w-0 text-muted text-sm">{t`Missing for #${line.order_number}`}</span>
              <Stepper
                legend={missingText(others.length > 0 ? t`${name}, #${line.order_number}` : name)}
                value={missingOf(line, marks) ?? 0}
                max={line.qty}
                onValue={(value) => mark(markOf(line, value === 0 ? null : value))}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Label({ name, code, lines }: Pick<Props, 'name' | 'code' | 'lines'>) {
  const stops = lines.length > 1 ? lines : [];
  return (
    <span className="flex flex-col leading-snug">
      <span className="wrap-anywhere">
        <span className="amount font-semibold">{sumOf(lines)} ×</span> <bdi>{name}</bdi>
      </span>
      {code !== null && (
        <bdi dir="ltr" className="wrap-anywhere text-start text-muted text-sm">
          {code}
        </bdi>
      )}
      {stops.length > 0 && (
        <span className="text-muted text-sm">
          {stops.map(({ order_number, qty }) => `#${order_number}: ${qty}`).join(' · ')}
        </span>
      )}
    </span>
  );
}
