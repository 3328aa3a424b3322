import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/**
 * What every answer tells the browser it may do, unless a route said so more strictly. No inline script anywhere; styles
 * may be inline, since positioned parts of the page set theirs by attribute. HSTS only where the address is https.
 */
export function securityHeaders(public_url: string): MiddlewareHandler {
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
    strictTransportSecurity: public_url.startsWith('https:') ? 'max-age=31536000' : false,
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
