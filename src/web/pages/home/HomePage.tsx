import dayjs from "dayjs";
import { Link } from "react-router-dom";
import type { MenuEntry } from "../../../shared/protocol/screen.ts";
import { readUser } from "../../api/session.ts";
import { MenuIcon } from "../../kinds/icons/MenuIcon.tsx";
import { greeting } from "./greeting.ts";
import "./home.css";

/** Home: who is signed in, and a card with the pages of each granted group. */
export default function HomePage({ groups }: { groups: readonly MenuEntry[] }) {
  const user = readUser();
  const now = dayjs();
  return (
    <div className="home">
      <header className="home-head">
        <h1>
          {greeting(now.hour())}
          {user && `，${user.UsrName || user.USER_ID}`}
        </h1>
        <p>
          {now.format("YYYY年M月D日 dddd")}
          {user?.ShopName && <span>{user.ShopName}</span>}
          {user?.SupplierName && <span>{user.SupplierName}</span>}
        </p>
      </header>
      <div className="home-groups">
        {groups.map((group) => (
          <section key={group.MdlId} className="home-card">
            <h2>
              <MenuIcon name={group.icon} />
              {group.title}
            </h2>
            <nav>
              {group.children
                .filter((page) => !page.hidden)
                .map((page) => (
                  <Link key={page.MdlId} to={page.path}>
                    {page.title}
                  </Link>
                ))}
            </nav>
          </section>
        ))}
      </div>
    </div>
  );
}
