import type { ReactNode } from 'react';

type Props = {
  onSend: () => void;
  /** The submit button is outside, in the footer of a dialog. Enter in a field still submits. */
  button_outside?: boolean;
  children: ReactNode;
};

/**
 * A form sent by Enter or a button. Missing fields are reported by the form's own rules, not by the
 * browser's.
 */
export function SendForm({ onSend, button_outside = false, children }: Props) {
  return (
    <form
      noValidate
      // Takes the focus while the fields are disabled.
      tabIndex={-1}
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      {children}
      {button_outside && <button type="submit" hidden aria-hidden="true" tabIndex={-1} />}
    </form>
  );
}
