/** Rows in one that says that its page could not be read: wherever one looks, one of them is in view. */
const TELLS = 3;

interface WaitRowProps {
  readonly place: number;
  readonly columns: number;
  /** px */
  readonly height: number;
  /** Why it is not there; undefined: it is on its way. */
  readonly failure: string | undefined;
  readonly onRetry: (place: number) => void;
}

/** The place of a row that is not there yet. */
export function WaitRow({ place, columns, height, failure, onRetry }: WaitRowProps) {
  const isTold = failure !== undefined && place % TELLS === 0;
  return (
    <tr className="row-wait" style={{ height }} aria-hidden={!isTold} data-testid="row-wait">
      <td className="ant-table-cell" colSpan={columns}>
        {failure === undefined && <span className="row-wait-bar" />}
        {isTold && <WaitFailure failure={failure} onRetry={() => onRetry(place)} />}
      </td>
    </tr>
  );
}

/** Says that a page could not be read, and reads it again. */
export function WaitFailure({ failure, onRetry }: { failure: string; onRetry: () => void }) {
  return (
    <span className="row-wait-failure" data-testid="page-failure">
      这一段没有读到：{failure}
      <button type="button" className="filter-clear" onClick={onRetry}>
        重试
      </button>
    </span>
  );
}
