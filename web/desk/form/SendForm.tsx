import type { ReactNode } from 'react';

type Props = {
  onSend: () => void;
  /** Its button lies outside, in the footer of a dialog: Enter in a field sends all the same. */
  button_outside?: boolean;
  children: ReactNode;
};

/** Fields below one another, sent by Enter or a button; what is missing is said by the form's own rules, not by the browser's. */
export function SendForm({ onSend, button_outside = false, children }: Props) {
  return (
    <form
      noValidate
      // While its fields cannot have the focus.
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
