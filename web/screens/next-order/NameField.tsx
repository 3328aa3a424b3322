import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import type { Order } from '../../../contract/schemas/orders.ts';
import { givenName } from '../../components/customer-contact.tsx';
import { Button } from '../../ui/Button.tsx';
import { onTouchScreen } from '../../ui/enter-moves-focus.ts';
import { Field } from '../../ui/Field.tsx';
import type { Mark } from '../../ui/use-missing.ts';

const LENGTH_MAX = 200;

type Props = {
  mark: Mark;
  customer: Order['customer'];
  value: string;
  locked: boolean;
  onName: (name: string) => void;
};

/** The recipient's name, with a button that enters the customer's, which is never entered automatically. */
export function NameField({ mark, customer, value, locked, onName }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const name = givenName(customer);
  const offered = !locked && name !== '' && name.length <= LENGTH_MAX && name !== value.trim();

  function enter(): void {
    onName(name);
    focusAfter(field.current);
  }

  return (
    <Field
      {...mark}
      ref={field}
      label={t`Customer Full Name`}
      name="customer_name"
      autoComplete="off"
      autoCapitalize="words"
      enterKeyHint="done"
      maxLength={LENGTH_MAX}
      dir="auto"
      required
      value={value}
      onChange={(event) => onName(event.target.value)}
      action={
        offered && (
          <Button
            variant="secondary"
            aria-label={t`Use the name ${name}`}
            onClick={enter}
            className="min-w-0 max-w-1/2 px-2.5! py-1! text-sm leading-tight"
          >
            <bdi className="line-clamp-3 wrap-anywhere">{name}</bdi>
          </Button>
        )
      }
    />
  );
}

/**
 * Moves the focus from the button, which disappears: to the field, so that screen readers read the name. On
 * touch screens the field would open the keyboard, so the next control gets the focus.
 */
function focusAfter(field: HTMLInputElement | null): void {
  const next = onTouchScreen() ? field?.form?.querySelector<HTMLElement>('[type=checkbox]') : field;
  next?.focus({ preventScroll: true });
}
