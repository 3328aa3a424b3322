import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Config } from '../config.ts';

/**
 * What every answer tells the browser it may do, unless a route said so more strictly. No inline script anywhere; styles
 * may be inline, since positioned parts of the page set theirs by attribute. HSTS only where the address is https, and for
 * what lies below that name only where HSTS_SUBDOMAINS says so.
 */
export function securityHeaders({
  public_url,
  hsts_subdomains,
}: Pick<Config, 'public_url' | 'hsts_subdomains'>): MiddlewareHandler {
  const hsts = `max-age=31536000${hsts_subdomains ? '; includeSubDomains' : ''}`;
  return secureHeaders({
    // A stored file brings a policy of its own (ruling D3).
    overwrite: false,
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'blob:', 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      workerSrc: ["'self'", 'blob:'],
      manifestSrc: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
    },
    strictTransportSecurity: public_url.startsWith('https:') ? hsts : false,
    xFrameOptions: 'DENY',
    referrerPolicy: 'no-referrer',
    permissionsPolicy: {
      camera: ['self'],
      geolocation: [],
      microphone: [],
      payment: [],
      usb: [],
    },
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
  });
}
