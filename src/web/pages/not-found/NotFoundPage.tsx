import { Button, Result } from "antd";
import { Link } from "react-router-dom";

/** The target for every unknown path. */
export default function NotFoundPage() {
  return (
    <div className="page-center" data-testid="not-found">
      <Result
        status="404"
        title="页面不存在"
        subTitle="地址有误，或该页面未对您的账号开放"
        extra={
          <Link to="/index">
            <Button type="primary">返回首页</Button>
          </Link>
        }
      />
    </div>
  );
}
