import { vi } from 'vitest';

/**
 * Hashes passwords at Argon2's lowest cost: at the product's cost, hashing used a quarter of the test
 * workers' processor time. A hash contains its cost, so verification is unchanged;
 * `server/identity/passwords/passwords.test.ts` tests the product's cost.
 */
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof import('@node-rs/argon2')>();
  const hash: typeof argon2.hash = (password, options) =>
    argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
  return { ...argon2, hash };
});
