const FNV_PRIME = 0x01000193;
const FNV_OFFSET = 0x811c9dc5;
/** A second start value: two independent 32-bit hashes make collisions of successive edits negligible. */
const OTHER_OFFSET = 0x6b43a9b5;

/** A short stable fingerprint of texts (FNV-1a, twice 32 bits). Not for secrets. */
export function textHash(texts: readonly string[]): string {
  return [FNV_OFFSET, OTHER_OFFSET].map((offset) => fnv(offset, texts).toString(16).padStart(8, "0")).join("");
}

function fnv(offset: number, texts: readonly string[]): number {
  let hash = offset;
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
    // A mark no character code equals, so that moving a letter to the next text changes the hash.
    hash = Math.imul(hash ^ 0x10000, FNV_PRIME);
  }
  return hash >>> 0;
}
