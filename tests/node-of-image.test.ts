import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { placeProduct } from './support/followed-product.ts';
import { installNodeOfImage, versionOfImage } from './support/node-of-image.ts';
import { makeTemporaryDirectory } from './support/temporary-directory.ts';

const SIGN_IN = `
  fetch('http://127.0.0.1:3000/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'mona@example.com', password: 'seven camels at noon' }),
  }).then(async (answer) => console.log(await answer.text()))`;

/** The tests run on whatever Node is there; shops run the one of the image. */
test('the product starts, adds a shop, signs in, verifies its book and stops on the Node of the image', {
  tags: ['image'],
}, async () => {
  const place = await makeTemporaryDirectory();
  const bin = installNodeOfImage(place.path);
  expect(execFileSync(join(bin, 'node'), ['--version']).toString().trim()).toBe(`v${versionOfImage()}`);
  const product = await placeProduct({ PATH: `${bin}${delimiter}${process.env.PATH}` });
  const done = async (command: string) => {
    const outcome = await product.run(command);
    expect(outcome, command).toMatchObject({ code: 0 });
    return outcome.output;
  };
  try {
    await done('npm start');
    await done('node bin/mandoob.mjs shop add "Corner Shop" --time-zone Asia/Dubai');
    await done(
      'node bin/mandoob.mjs staff add mona@example.com --shop 1 --name Mona --role Manager --password "seven camels at noon"',
    );
    expect(JSON.parse(await done(`node -e "${SIGN_IN}"`))).toMatchObject({
      access_token: expect.any(String),
    });
    await done('node bin/mandoob.mjs cash verify');
  } finally {
    await product.remove();
    await place.remove();
  }
});
