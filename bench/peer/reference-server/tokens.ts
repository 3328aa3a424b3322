import { createHmac, timingSafeEqual } from 'node:crypto';

export type Claims = { role: string; sub?: string; exp?: number } & Record<string, unknown>;

/** Who asks: the role that Postgres is to take on, and the claims that policies read. */
export type Caller = { role: string; claims: Claims; token: string };

/** HS256, as a project signs with its secret. */
export function tokensOf(secret: string) {
  const signatureOf = (signed: string) => createHmac('sha256', secret).update(signed).digest();
  return {
    sign(claims: Claims): string {
      const encoded = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) =>
        Buffer.from(JSON.stringify(part)).toString('base64url'),
      );
      const signed = encoded.join('.');
      return `${signed}.${signatureOf(signed).toString('base64url')}`;
    },
    /** Undefined where the token is missing, not ours, or too old. */
    callerOf(authorization: string | undefined): Caller | undefined {
      const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '';
      const [header, payload, signature] = token.split('.');
      if (!header || !payload || !signature) return undefined;
      const given = Buffer.from(signature, 'base64url');
      const right = signatureOf(`${header}.${payload}`);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
      if (claims.exp !== undefined && claims.exp * 1_000 < Date.now()) return undefined;
      return { role: claims.role, claims, token };
    },
  };
}

export type Tokens = ReturnType<typeof tokensOf>;
