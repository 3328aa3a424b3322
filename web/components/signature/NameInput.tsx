import { useEffect, useRef } from 'react';
import { Field } from '../../ui/Field.tsx';

const MAX_NAME_LENGTH = 120;

type Props = { label: string; value: string; disabled: boolean; onName(name: string): void };

/** Where a name is typed instead of drawn; takes the focus when it appears. */
export function NameInput({ label, value, disabled, onName }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={place}>
      <Field
        label={label}
        value={value}
        disabled={disabled}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_NAME_LENGTH}
        onChange={(event) => onName(event.target.value)}
        onKeyDown={(event) => {
          // Enter ends the name; it does not send the form that is being signed.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
    </div>
  );
}
