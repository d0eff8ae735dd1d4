import { Button } from "antd";
import { useLocation, useNavigate } from "react-router-dom";
import { useSearched } from "../../providers/searched-address.ts";
import { MessagePage } from "../failed/FailedPage.tsx";
import "./not-found.css";

/** The target for every unknown path: says which one it was, and leads back or home. */
export default function NotFoundPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const searched = useSearched() ?? searchedOf(state);
  // The router numbers its entries of the history: 0 is the one the portal was opened at.
  const canGoBack = Number((history.state as { readonly idx?: number } | null)?.idx ?? 0) > 0;
  return (
    <MessagePage
      sign={<NotFoundPicture />}
      title="页面不存在"
      text="错误 404：地址有误，或页面已经移走。请核对地址，或从菜单进入。"
      testId="not-found"
    >
      {searched !== null && (
        <p className="not-found-path">
          您访问的地址 <code>{searched}</code>
        </p>
      )}
      <div className="not-found-buttons">
        {canGoBack && <Button onClick={() => navigate(-1)}>返回上一页</Button>}
        <Button type="primary" onClick={() => navigate("/index")}>
          返回首页
        </Button>
      </div>
    </MessagePage>
  );
}

/** The address asked for, as the guard left it in the history's entry. */
function searchedOf(state: unknown): string | null {
  const { searched } = (typeof state === "object" && state !== null ? state : {}) as { readonly searched?: unknown };
  return typeof searched === "string" ? searched : null;
}

/** 404 with a face in place of the zero. */
function NotFoundPicture() {
  return (
    <svg className="not-found-picture" viewBox="0 0 220 96" aria-hidden="true">
      <text x="8" y="78">
        4
      </text>
      <circle cx="104" cy="46" r="28" />
      <path d="M125 66 L142 84" />
      <path className="not-found-eyes" d="M94 42 v7 M114 42 v7 M95 60 q9 -8 18 0" />
      <text x="152" y="78">
        4
      </text>
    </svg>
  );
}
