/** The product's logo: a small route that ends in a tick. Decorative; the product's name is next to it. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="8" fill="#0b5f5a" />
      <circle cx="7.5" cy="9" r="2" fill="#fff" />
      <path
        d="M7.5 9v4.5a6 6 0 0 0 6 6h1l3.5 4 7.5-11"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
