/** Sheets are drawn in a tab of their own; this tells the other tabs that a module's documents were printed. */
const CHANNEL = "scm-printed";

export function tellPrinted(mdl: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(mdl);
  channel.close();
}

/** Calls the listener whenever documents of the module were printed in another tab. Returns how to stop. */
export function onPrinted(mdl: string, listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data === mdl) listener();
  };
  return () => channel.close();
}
