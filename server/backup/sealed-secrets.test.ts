import { expect, it } from 'vitest';
import { openSecrets, sealSecrets } from './sealed-secrets.ts';

const SECRETS = { auth_secrets: ['a secret of the tests, long enough to be one'] };
const MANIFEST = Buffer.from('{"of":"this backup"}');

it('a passphrase is stretched with scrypt and 128 MiB of memory', async () => {
  const sealed = await sealSecrets(SECRETS, 'right', MANIFEST);
  expect(JSON.parse(sealed.toString())).toMatchObject({ kdf: { N: 131_072, r: 8, p: 1 } });
});

it('sealed secrets open only with their passphrase and for their backup', async () => {
  const sealed = await sealSecrets(SECRETS, 'right', MANIFEST, 1_024);
  expect(await openSecrets(sealed, 'right', MANIFEST)).toEqual(SECRETS);
  const refusal = 'The passphrase is not the one this backup was made with';
  await expect(openSecrets(sealed, 'wrong', MANIFEST)).rejects.toThrow(refusal);
  await expect(openSecrets(sealed, 'right', Buffer.from('{}'))).rejects.toThrow(refusal);
});
