import { PictureOutlined, QrcodeOutlined } from "@ant-design/icons";
import { Link, type To } from "react-router-dom";
import { StatusTag } from "../../kinds/StatusTag.tsx";
import { type Advice, FRESH } from "./advice-row.ts";

interface AdviceCardProps {
  readonly advice: Advice;
  readonly isSupplier: boolean;
  readonly isOpened: boolean;
  readonly to: To;
}

/** One suggestion of the list: a link that opens it. */
export function AdviceCard({ advice, isSupplier, isOpened, to }: AdviceCardProps) {
  const { id, title, content, state, time, pictures, isScanned, isReplied, reply } = advice;
  return (
    <li>
      <Link
        to={to}
        replace
        className="advice-card"
        data-fresh={state.code === FRESH}
        aria-current={isOpened ? "true" : undefined}
        data-testid={`row-${id}`}
      >
        <span className="advice-card-head">
          <strong>{title}</strong>
          <StatusTag text={state.text} tone={state.tone} />
        </span>
        <span className="advice-card-text">{content}</span>
        {isSupplier && isReplied && <span className="advice-card-reply">商场：{reply}</span>}
        <span className="advice-card-foot">
          <span className="advice-card-who">{isSupplier ? advice.author : advice.supplier || advice.author || "扫码用户"}</span>
          {isScanned && <QrcodeOutlined aria-label="扫码提交" title="扫码提交" />}
          {pictures.length > 0 && (
            <span>
              <PictureOutlined aria-label="图片" /> {pictures.length}
            </span>
          )}
          <time>{time}</time>
        </span>
      </Link>
    </li>
  );
}
