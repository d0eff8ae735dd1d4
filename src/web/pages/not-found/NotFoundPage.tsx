import { Button } from "antd";
import { Link } from "react-router-dom";
import { MessagePage } from "../failed/MessagePage.tsx";

/** The target for every unknown path. */
export default function NotFoundPage() {
  return (
    <MessagePage sign="404" title="页面不存在" text="地址有误，或该页面未对您的账号开放" testId="not-found">
      <Link to="/index">
        <Button type="primary">返回首页</Button>
      </Link>
    </MessagePage>
  );
}
