import { Link } from "react-router-dom";
import type { MenuEntry } from "../../../shared/protocol/screen.ts";
import { MenuIcon } from "../../kinds/icons/MenuIcon.tsx";

/** A card with the pages of each granted group. */
export function PageGroups({ groups }: { groups: readonly MenuEntry[] }) {
  return (
    <div className="home-groups">
      {groups.map((group) => (
        <section key={group.MdlId} className="home-card home-group">
          <h2>
            <MenuIcon name={group.icon} />
            {group.title}
          </h2>
          <nav aria-label={group.title}>
            {group.children
              .filter((page) => !page.hidden)
              .map((page) => (
                <Link key={page.MdlId} to={page.path} title={page.title}>
                  {page.title}
                </Link>
              ))}
          </nav>
        </section>
      ))}
    </div>
  );
}
