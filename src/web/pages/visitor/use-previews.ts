import { useEffect, useRef } from "react";

/** Pictures to look at from memory, by the address they were uploaded to: who is not signed in cannot fetch them again. */
export function usePreviews() {
  const previews = useRef(new Map<string, string>());
  useEffect(() => {
    const held = previews.current;
    return () => {
      for (const src of held.values()) URL.revokeObjectURL(src);
      held.clear();
    };
  }, []);
  return {
    keep: (url: string, file: File) => void previews.current.set(url, URL.createObjectURL(file)),
    srcOf: (url: string): string | undefined => previews.current.get(url),
  };
}
