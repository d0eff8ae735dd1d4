import { ReloadOutlined } from "@ant-design/icons";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { HomeTodo } from "../../../shared/protocol/home.ts";
import { writeListState } from "../../data/list-state.ts";
import { type HomeShape, SHOWN_CARDS } from "./home-shape.ts";

interface TodoPanelProps {
  /** What to expect. */
  readonly shape: HomeShape;
  /** undefined: not known yet. */
  readonly todos: readonly HomeTodo[] | undefined;
  readonly isFailed: boolean;
  readonly isReading: boolean;
  readonly onRefresh: () => void;
}

/** What waits for the user, as numbers that lead to it. */
export function TodoPanel({ shape, todos, isFailed, isReading, onRefresh }: TodoPanelProps) {
  return (
    <section className="home-card home-todos" aria-labelledby="home-todos" data-testid="home-todos">
      <header className="home-card-head">
        <h2 id="home-todos">待办事项</h2>
        <p role="status">{todos ? todoSummary(todos) : ""}</p>
        <button type="button" className="home-tool" aria-label="刷新待办" title="刷新" onClick={onRefresh} disabled={isReading}>
          <ReloadOutlined spin={isReading} />
        </button>
      </header>
      <TodoBody shape={shape} todos={todos} isFailed={isFailed} onRefresh={onRefresh} />
    </section>
  );
}

function TodoBody({ shape, todos, isFailed, onRefresh }: Omit<TodoPanelProps, "isReading">) {
  const [isOpen, setOpen] = useState(false);
  if (todos === undefined && isFailed) {
    return (
      <p className="home-empty" role="alert">
        待办暂时读不出来，下面的功能照常可用。
        <button type="button" className="home-link" onClick={onRefresh}>
          重试
        </button>
      </p>
    );
  }
  if (todos === undefined) {
    return (
      <div className="home-waiting" role="status" aria-label="正在读取待办" data-testid="todos-waiting">
        <div className="todo-cards">
          {Array.from({ length: shape.cards }, (_, index) => index).map((index) => (
            <i key={index} className="todo-card" />
          ))}
          {shape.hasMore && <i className="todo-rest" />}
        </div>
      </div>
    );
  }
  if (todos.length === 0) {
    return <p className="home-empty">您的页面没有需要处理的单据。需要更多权限时，请联系系统管理员在用户组中授权。</p>;
  }
  const ordered = orderTodos(todos);
  const rest = ordered.length - SHOWN_CARDS;
  const waitingRest = ordered.slice(SHOWN_CARDS).filter(({ count }) => count > 0).length;
  return (
    <ul className="todo-cards">
      {ordered.slice(0, isOpen ? undefined : SHOWN_CARDS).map((todo) => (
        <li key={`${todo.mdl} ${todo.title}`}>
          {/* A number; a click leads to the rows that were counted. */}
          <Link
            to={todoLink(todo)}
            className="todo-card"
            data-tone={todo.count === 0 ? "none" : todo.tone}
            data-testid={`todo-${todo.mdl}-${todo.title}`}
            title={`${todo.title}（${todo.page}）`}
          >
            <span>{todo.title}</span>
            <strong className="num">{todo.count}</strong>
          </Link>
        </li>
      ))}
      {rest > 0 && (
        <li>
          <button type="button" className="todo-rest" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} data-testid="todos-more">
            {isOpen ? "收起" : waitingRest > 0 ? `更多：其余 ${waitingRest} 类待办` : `更多：其余 ${rest} 类（没有待办）`}
          </button>
        </li>
      )}
    </ul>
  );
}

/** Where there is something to do first, the most pressing before the rest as they come. */
export function orderTodos(todos: readonly HomeTodo[]): HomeTodo[] {
  return [...todos.filter(({ count }) => count > 0), ...todos.filter(({ count }) => count === 0)];
}

/** In words, over the whole page. */
export function todoSummary(todos: readonly HomeTodo[]): string {
  const waiting = todos.filter(({ count }) => count > 0);
  if (todos.length === 0) return "";
  if (waiting.length === 0) return "没有等您处理的事项";
  const rows = (some: readonly HomeTodo[]) => some.reduce((sum, { count }) => sum + count, 0);
  const pressing = waiting.filter(({ tone }) => tone === "error");
  return `${waiting.length} 类待办，共 ${rows(waiting)} 条${pressing.length > 0 ? `，其中 ${rows(pressing)} 条请优先处理` : ""}`;
}

/** The list with just the rows that were counted; its initial filters do not come on top. */
export function todoLink({ path, filters }: Pick<HomeTodo, "path" | "filters">): string {
  return `${path}?${writeListState({ filters })}`;
}
