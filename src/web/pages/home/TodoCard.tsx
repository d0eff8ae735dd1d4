import { Link } from "react-router-dom";
import type { HomeTodo } from "../../../shared/protocol/home.ts";
import { todoLink } from "./todo-link.ts";

/** A number; a click leads to the rows that were counted. */
export function TodoCard({ todo }: { todo: HomeTodo }) {
  const { title, page, count, tone } = todo;
  return (
    <Link
      to={todoLink(todo)}
      className="todo-card"
      data-tone={count === 0 ? "none" : tone}
      data-testid={`todo-${todo.mdl}-${title}`}
      title={`${title}（${page}）`}
    >
      <span>{title}</span>
      <strong className="num">{count}</strong>
    </Link>
  );
}
