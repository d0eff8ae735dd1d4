/** From the server to the engine thread. */
export type ToEngine =
  | { readonly kind: "run"; readonly frames: Uint8Array<ArrayBuffer> } // whole messages of the PostgreSQL protocol
  | { readonly kind: "close" };

/** From the engine thread. Every `run` is answered by any number of `data`, then one `done` or `failed`. */
export type FromEngine =
  | { readonly kind: "ready" }
  | { readonly kind: "data"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "done"; readonly bytes: Uint8Array<ArrayBuffer>; readonly fsyncs: number }
  | { readonly kind: "failed"; readonly reason: string };
