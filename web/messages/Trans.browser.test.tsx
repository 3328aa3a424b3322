import { Trans } from '@lingui/react/macro';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';

test('renders the elements of the message, and treats markup in a value as text', async () => {
  const name = '<0>Hadi</0> & <b>sons</b>';
  const { container } = await render(
    <p>
      <Trans>
        Welcome back, <bdi>{name}</bdi>,
        <br /> to <strong>shop {3}</strong>!
      </Trans>
    </p>,
  );
  expect(container.querySelector('bdi')?.textContent).toBe(name);
  expect(container.textContent).toBe(`Welcome back, ${name}, to shop 3!`);
  expect(container.querySelectorAll('br')).toHaveLength(1);
  expect(container.querySelectorAll('b')).toHaveLength(0);
});
