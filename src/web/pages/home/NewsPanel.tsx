import { Link } from "react-router-dom";
import type { HomeNews, HomeNewsRow } from "../../../shared/protocol/home.ts";

interface NewsPanelProps {
  readonly id: string;
  readonly title: string;
  /** Said where there is none. */
  readonly empty: string;
  /** undefined: not known yet. */
  readonly news: HomeNews | undefined;
  /** `yyyy-MM-dd` */
  readonly today: string;
}

/** The latest of a page of news. */
export function NewsPanel({ id, title, empty, news, today }: NewsPanelProps) {
  return (
    <section className="home-card home-news" aria-labelledby={id} data-testid={id}>
      <header className="home-card-head">
        <h2 id={id}>{title}</h2>
        {news !== undefined && (
          <>
            <p>{news.unread > 0 ? `${news.unread} 条未读` : ""}</p>
            <Link to={news.path} className="home-link" aria-label={`全部${title}`}>
              全部
            </Link>
          </>
        )}
      </header>
      {news === undefined && (
        <div className="home-waiting" role="status" aria-label={`正在读取${title}`}>
          {ROWS.map((row) => (
            <i key={row} className="news-wait" />
          ))}
        </div>
      )}
      {news?.rows.length === 0 && <p className="home-empty">{empty}</p>}
      {news !== undefined && news.rows.length > 0 && (
        <ul>
          {news.rows.map((row) => (
            <li key={row.id}>
              <NewsLink row={row} path={news.path} today={today} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NewsLink({ row: { id, title, note, time, isRead, isPinned }, path, today }: { row: HomeNewsRow; path: string; today: string }) {
  return (
    <Link to={`${path}/show/${id}`} className="news-row" data-read={isRead} title={title}>
      <i className="news-dot" {...(isRead ? { "aria-hidden": true } : { role: "img", "aria-label": "未读" })} />
      {isPinned && <em>置顶</em>}
      <span>{title}</span>
      {note !== "" && <small>{note}</small>}
      <time dateTime={time.replace(" ", "T")} className="num">
        {newsTime(time, today)}
      </time>
    </Link>
  );
}

const ROWS = [0, 1, 2, 3, 4, 5];

/** A time of the wire as short as it can be told: today's by the clock, this year's without the year. */
export function newsTime(time: string, today: string): string {
  const [day = "", clock = ""] = time.split(" ");
  if (day === today && clock !== "") return clock.slice(0, 5);
  return day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day;
}
