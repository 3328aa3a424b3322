/** Loaded into a program of the product: redirects requests for Shopify stores to a store on loopback. */
const { SHOPIFY_STORE_ON_LOOPBACK: store } = process.env;
const { fetch } = globalThis;

globalThis.fetch = (address, options) => {
  const url = new URL(address instanceof Request ? address.url : address);
  const is_store = url.hostname.endsWith('.myshopify.com');
  return fetch(is_store ? new URL(url.pathname + url.search, store) : address, options);
};
