import type { MiddlewareHandler } from 'hono';
import type { Config } from '../settings/config.ts';
import { addHeaders } from './response-headers.ts';

/** Allows no inline script; styles may be inline, since positioned elements set theirs by attribute. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

/**
 * Adds the security headers to every response, unless its route has set stricter ones, as stored files do.
 * HSTS is sent only for an https address, and covers subdomains only with HSTS_SUBDOMAINS.
 */
export function securityHeaders({
  public_url,
  hsts_subdomains,
}: Pick<Config, 'public_url' | 'hsts_subdomains'>): MiddlewareHandler {
  const hsts = `max-age=31536000${hsts_subdomains ? '; includeSubDomains' : ''}`;
  const headers = {
    ...HEADERS,
    ...(public_url.startsWith('https:') ? { 'strict-transport-security': hsts } : {}),
  };
  return async (c, next) => {
    await next();
    addHeaders(c, headers);
  };
}
