import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { NameField } from './NameField.tsx';

const LONG_NAME = 'فاطمة الزهراء عبد الرحمن محمد آل مكتوم';

type Given = { first_name?: string; last_name?: string; typed?: string; locked?: boolean };

async function show({ first_name = 'Layla', last_name = 'Haddad', typed = '', locked = false }: Given = {}) {
  const onName = vi.fn();
  function Page() {
    const [value, setValue] = useState(typed);
    return (
      <form>
        <NameField
          mark={{ 'data-part': 'name', missing: undefined }}
          customer={{ first_name, last_name, phone: null }}
          value={value}
          locked={locked}
          onName={(name) => {
            onName(name);
            setValue(name);
          }}
        />
        <input type="checkbox" aria-label="Receipt" />
      </form>
    );
  }
  await render(<Page />);
  return { onName };
}

const field = () => page.getByLabelText('Customer Full Name');
const offer = (name = 'Layla Haddad') => page.getByRole('button', { name: `Use the name ${name}` });

/** Makes the page one of a touch screen, or not. */
function touchScreen(touched: boolean): void {
  const real = window.matchMedia.bind(window);
  const media = vi.spyOn(window, 'matchMedia');
  media.mockImplementation((query) =>
    query === '(pointer: coarse)' ? ({ matches: touched } as MediaQueryList) : real(query),
  );
  onTestFinished(() => media.mockRestore());
}

test("the customer's name is never entered automatically, and is offered while the field differs", async () => {
  const { onName } = await show();
  await expect.element(field()).toHaveValue('');
  await expect.element(offer()).toHaveTextContent('Layla Haddad');
  await userEvent.fill(field(), 'Sara');
  await expect.element(offer()).toBeVisible();
  await userEvent.fill(field(), ' Layla Haddad ');
  expect(offer().query()).toBeNull();
  expect(onName.mock.calls.flat()).toEqual(['Sara', ' Layla Haddad ']);
});

test('with the keyboard the name is entered, and the focus moves to the field', async () => {
  touchScreen(false);
  const { onName } = await show({ typed: 'Sara' });
  (field().element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(offer()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).toHaveValue('Layla Haddad');
  await expect.element(field()).toHaveFocus();
  expect(offer().query()).toBeNull();
  expect(onName.mock.calls).toEqual([['Layla Haddad']]);
});

test('on a touch screen the focus moves past the field, which would open the keyboard', async () => {
  touchScreen(true);
  await show({ first_name: LONG_NAME, last_name: '' });
  await userEvent.click(offer(LONG_NAME));
  await expect.element(field()).toHaveValue(LONG_NAME);
  await expect.element(page.getByLabelText('Receipt')).toHaveFocus();
});

test.each([
  ['the order has no name', { first_name: '', last_name: ' ' }],
  ['the name is longer than the field', { first_name: 'x'.repeat(201), last_name: '' }],
  ['the form is read-only', { locked: true }],
])('no name is offered if %s', async (_, given) => {
  await show(given);
  await expect.element(field()).toBeVisible();
  expect(page.getByRole('button').query()).toBeNull();
});
