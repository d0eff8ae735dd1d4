import dayjs from "dayjs";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { timeOf } from "../../../shared/domain/day.ts";
import type { HomeBanner, HomeData } from "../../../shared/protocol/home.ts";
import type { MenuEntry } from "../../../shared/protocol/screen.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { readUser } from "../../api/session.ts";
import { useCall } from "../../data/use-call.ts";
import { AuthImage } from "../../kinds/attachments/AuthImage.tsx";
import { MenuIcon } from "../../kinds/icons/MenuIcon.tsx";
import { NOTHING_ENTERED, useRest, useTab } from "../../providers/tab.ts";
import { BeginPanel } from "./BeginPanel.tsx";
import { HomeCharts } from "./HomeCharts.tsx";
import { keepShape, recallShape, shapeOf } from "./home-shape.ts";
import { NewsPanel } from "./NewsPanel.tsx";
import { TodoPanel } from "./TodoPanel.tsx";
import "./home.css";

/** How often it is read again while it is in view. */
const REFRESH_MS = 3 * 60_000;

/** Home: who is signed in, what waits for him, what is new, and the pages of each granted group. */
export default function HomePage({ groups }: { groups: readonly MenuEntry[] }) {
  const { isShown } = useTab();
  useRest(NOTHING_ENTERED);
  // What is there stays when a later reading fails.
  const { data, isError, isFetching, refetch } = useCall<HomeData>(ENDPOINTS.home, undefined, {
    isSilent: true,
    isReadWhenShown: true,
    refetchInterval: () => (isShown() ? REFRESH_MS : false),
    refetchOnWindowFocus: () => (isShown() ? "always" : false),
  });
  const user = readUser();
  const userId = user?.USER_ID ?? "";
  const shape = data ? shapeOf(data) : recallShape(userId);
  useEffect(() => {
    if (data) keepShape(userId, shapeOf(data));
  }, [userId, data]);
  const now = dayjs(timeOf(new Date()));
  const today = now.format("YYYY-MM-DD");
  return (
    <div className="home">
      <header className="home-head">
        <h1>
          {greeting(now.hour())}
          {user && `，${user.UsrName || user.USER_ID}`}
        </h1>
        <p>
          <span>{now.format("YYYY年M月D日 dddd")}</span>
          {user?.ShopName && <span>{user.ShopName}</span>}
          {user?.SupplierName && <span>{user.SupplierName}</span>}
        </p>
      </header>
      <div className="home-body">
        <div className="home-main">
          {data?.begin && <BeginPanel begin={data.begin} />}
          {shape.hasBanners && <Banners banners={data?.banners} />}
          <TodoPanel shape={shape} todos={data?.todos} isFailed={isError} isReading={isFetching} onRefresh={() => void refetch()} />
          <HomeCharts charts={data?.charts} expected={isError ? 0 : shape.charts} />
        </div>
        {shape.news.length > 0 && (data || !isError) && (
          <div className="home-side">
            {shape.news.map(({ key, title, empty }) => (
              <NewsPanel
                key={key}
                id={`home-${key}`}
                title={title}
                empty={empty}
                news={data?.news.find((panel) => panel.key === key)}
                today={today}
              />
            ))}
          </div>
        )}
        <PageGroups groups={groups} />
      </div>
    </div>
  );
}

/** Announcements with a picture, side by side; more than fit are reached by scrolling. undefined: not known yet. */
function Banners({ banners }: { banners: readonly HomeBanner[] | undefined }) {
  if (banners === undefined) return <div className="home-banners" aria-hidden />;
  return (
    <section className="home-banners" aria-label="图片公告" data-testid="home-banners">
      {banners.map(({ title, img, url }) => (
        <Link key={url} to={url} className="home-banner" aria-label={title}>
          <AuthImage url={img} alt="" />
          <span className="home-banner-title">{title}</span>
        </Link>
      ))}
    </section>
  );
}

/** A card with the pages of each granted group. */
function PageGroups({ groups }: { groups: readonly MenuEntry[] }) {
  return (
    <div className="home-groups">
      {groups.map((group) => (
        <section key={group.MdlId} className="home-card home-group">
          <h2>
            <MenuIcon drawing={group.drawing} />
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

/** A greeting for the hour of the day (0 to 23). */
export function greeting(hour: number): string {
  if (hour < 5) return "夜深了";
  if (hour < 11) return "上午好";
  if (hour < 13) return "中午好";
  if (hour < 18) return "下午好";
  return "晚上好";
}
