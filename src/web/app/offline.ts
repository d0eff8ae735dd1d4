/** Has the browser keep the page that is shown where the portal cannot be reached, which makes the portal installable as well (public/sw.js). */
export function keepOfflinePage(): void {
  // While developing the server that makes the files anew is asked each time. Where the browser refuses, e.g. without https, nothing is lost.
  if (import.meta.env.PROD && "serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}
