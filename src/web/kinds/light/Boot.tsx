import { useLayoutEffect } from "react";
import { holdPlace } from "./light-stand.ts";

/** While it is not known yet what the window shows: a light list, if there is one, stands in front of it. */
export function Boot() {
  useLayoutEffect(() => holdPlace({ part: "window", element: null }), []);
  return <div className="boot" />;
}
