import { Link } from "react-router-dom";
import type { HomeBegin } from "../../../shared/protocol/home.ts";

/** What a new shop has yet to do, in its order; each leads to its page. */
export function BeginPanel({ begin }: { begin: readonly HomeBegin[] }) {
  return (
    <section className="home-card home-begin" aria-labelledby="home-begin" data-testid="home-begin">
      <header className="home-card-head">
        <h2 id="home-begin">开始使用</h2>
        <p>还有 {begin.length} 项资料要建立，按顺序进行最省事</p>
      </header>
      <ol>
        {begin.map(({ mdl, path, title, page }) => (
          <li key={mdl}>
            <Link to={path} title={page} data-testid={`begin-${mdl}`}>
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
