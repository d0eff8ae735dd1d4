import { Fragment } from "react";
import { markedRuns } from "./marked-runs.ts";

interface MarkedTitleProps {
  readonly title: string;
  readonly positions: readonly number[];
}

/** A title with the characters that were typed marked. */
export function MarkedTitle({ title, positions }: MarkedTitleProps) {
  return (
    <span className="module-search-title">
      {markedRuns(title, positions).map(({ text, isMarked, start }) => (
        <Fragment key={start}>{isMarked ? <mark>{text}</mark> : text}</Fragment>
      ))}
    </span>
  );
}
