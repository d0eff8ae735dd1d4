import { readShell } from "../../api/session.ts";

/** The shop's logo, as its profile names it (docs/decisions/119), else the portal's mark. */
export function BrandMark() {
  const { mark = "" } = readShell();
  if (mark !== "")
    return (
      <svg className="brand-mark brand-logo" viewBox="64 64 896 896" aria-hidden="true">
        <path d={mark} />
      </svg>
    );
  return (
    <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M6 10.5 16 5l10 5.5v11L16 27 6 21.5z" />
      <path d="m6 10.5 10 5.5 10-5.5M16 16v11" />
    </svg>
  );
}
