const meta = document.querySelector<HTMLMetaElement>('meta[name="product-name"]');

/** The configured product name, which the server writes into the page. */
export const PRODUCT_NAME = meta?.content || 'Mandoob';
