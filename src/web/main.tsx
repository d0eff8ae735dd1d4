import "./base.css";
import { readToken } from "./api/session.ts";
import { isPublicPath, loginPath } from "./app/paths.ts";

const { pathname, search } = location;

// Signed out: only the light login chunk is loaded, without refine and antd.
if (readToken() === null && !isPublicPath(pathname)) history.replaceState(null, "", loginPath(pathname + search));
const isLogin = location.pathname === "/login" && readToken() === null;
const { mount } = await (isLogin ? import("./pages/login/mount.tsx") : import("./app/mount.tsx"));
mount();
