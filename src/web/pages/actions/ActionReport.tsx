import type { ActionOutcome } from "./action-outcome.ts";
import "./actions.css";

/** How many rows went through, and every row that did not, with its reason. */
export function ActionReport({ done, failures }: ActionOutcome) {
  return (
    <div data-testid="action-report">
      <p className="report-sum">
        成功 <b>{done}</b> 条，失败 <b className="num-negative">{failures.length}</b> 条
      </p>
      <table className="report">
        <thead>
          <tr>
            <th>单据</th>
            <th>失败原因</th>
          </tr>
        </thead>
        <tbody>
          {failures.map(({ id, name, text }) => (
            <tr key={id}>
              <td>{name}</td>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
