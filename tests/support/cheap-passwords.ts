import { vi } from 'vitest';

/**
 * Hashes passwords with the least memory and time that Argon2 has: test people have some thousand of them, which took a quarter of the
 * workers' processor time. A hash names its own cost, so it is verified like any other. `passwords.test.ts` has the product's.
 */
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof import('@node-rs/argon2')>();
  const hash: typeof argon2.hash = (password, options) =>
    argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
  return { ...argon2, hash };
});
