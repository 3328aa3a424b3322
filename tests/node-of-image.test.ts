import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { placeProduct } from './support/followed-product.ts';
import { installNodeOfImage, versionOfImage } from './support/node-of-image.ts';
import { makeTemporaryDirectory } from './support/temporary-directory.ts';
import { limitMs } from './support/time-limits.ts';

const SIGN_IN = `
  fetch('http://127.0.0.1:3000/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'mona@example.com', password: 'seven camels at noon' }),
  }).then(async (response) => console.log(await response.text()))`;

// The limit includes the download of Node and five processes of the product.
const LONG = { tags: ['image'], timeout: limitMs(300_000) };

/** All other tests run on the installed Node; production runs the one of the image. */
test(
  'the product starts, adds a shop, signs in, verifies its book and stops on the Node of the image',
  LONG,
  async () => {
    const place = await makeTemporaryDirectory();
    let product: Awaited<ReturnType<typeof placeProduct>> | undefined;
    try {
      const bin = installNodeOfImage(place.path);
      const version = execFileSync(join(bin, 'node'), ['--version']).toString().trim();
      expect(version).toBe(`v${versionOfImage()}`);
      const placed = await placeProduct({ PATH: `${bin}${delimiter}${process.env.PATH}` });
      product = placed;
      const done = async (command: string) => {
        const outcome = await placed.run(command);
        expect(outcome, `${command}\n${outcome.output}`).toMatchObject({ code: 0 });
        return outcome.output;
      };
      await done('npm start');
      await done('node bin/mandoob.mjs shop add "Corner Shop" --time-zone Asia/Dubai');
      await done(
        'node bin/mandoob.mjs staff add mona@example.com --shop 1 --name Mona --role Manager --password "seven camels at noon"',
      );
      expect(JSON.parse(await done(`node -e "${SIGN_IN}"`))).toMatchObject({
        access_token: expect.any(String),
      });
      await done('node bin/mandoob.mjs cash verify');
      expect(await placed.stop()).toBe(0);
    } finally {
      await product?.remove();
      await place.remove();
    }
  },
);
