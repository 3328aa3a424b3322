const meta = document.querySelector<HTMLMetaElement>('meta[name="product-name"]');

/** The product's title as the server was told it; it writes the name into the page it serves. */
export const PRODUCT_NAME = meta?.content || 'Mandoob';
