/** The portal's mark. */
export function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M6 10.5 16 5l10 5.5v11L16 27 6 21.5z" />
      <path d="m6 10.5 10 5.5 10-5.5M16 16v11" />
    </svg>
  );
}
