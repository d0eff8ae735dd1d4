import { Transform } from "node:stream";
import { TooLargeError } from "./storage.ts";

/** Passes bytes on until there are more than `limit`; then fails. */
export function limitBytes(limit: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > limit) done(new TooLargeError(`more than ${limit} bytes`));
      else done(null, chunk);
    },
  });
}
