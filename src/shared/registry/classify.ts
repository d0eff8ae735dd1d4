/** Every kind of file of the registry, with the pattern of its path; `name` is what other files call it by. */
const PATTERNS = {
  registry: /^modules\.json$/,
  shared: /^schemas\/shared\/(?<name>[a-z0-9-]+)\.json$/,
  entity: /^schemas\/entities\/(?<name>[a-z0-9-]+)\.json$/,
  module: /^schemas\/modules\/(?<name>[a-z0-9-]+\/[a-z0-9-]+)\.json$/,
  print: /^schemas\/prints\/(?<name>[a-z0-9-]+)\.json$/,
  overlay: /^schemas\/overlays\/(?<name>[a-z0-9-]+)\.json$/,
} as const;

export type FileKind = keyof typeof PATTERNS;
export const FILE_KINDS = Object.keys(PATTERNS) as FileKind[];

/** What a file is, by its path; null: no file of the registry. */
export function classify(path: string): { readonly kind: FileKind; readonly name: string } | null {
  for (const kind of FILE_KINDS) {
    const match = PATTERNS[kind].exec(path);
    if (match) return { kind, name: match.groups?.name ?? kind };
  }
  return null;
}
