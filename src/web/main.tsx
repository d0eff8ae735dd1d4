import "./tokens.css";
import "./base.css";
import { readToken } from "./api/session.ts";
import { shareSession, takeOverSession } from "./api/share-session.ts";
import { isPublicPath, loginPath } from "./app/paths.ts";
import { startPortal } from "./app/start-portal.ts";

const { pathname, search } = location;

shareSession();
// Opened beside a tab that is signed in: that session is this tab's, too.
if (readToken() === null && !isPublicPath(pathname)) await takeOverSession();
// Signed out: only the page itself is loaded, without the portal; the login page also without antd.
if (readToken() === null && !isPublicPath(pathname)) history.replaceState(null, "", loginPath(pathname + search));
const isOut = readToken() === null;
if (isOut && location.pathname === "/login") (await import("./pages/login/mount.tsx")).mount(startPortal);
else if (isOut && isPublicPath(location.pathname)) (await import("./pages/visitor/mount.tsx")).mount();
else await startPortal();
