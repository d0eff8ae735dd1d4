/** The nonce the server put into the page for styles made at run time (Vite's `html.cspNonce`), or undefined. */
export function cspNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || undefined;
}
