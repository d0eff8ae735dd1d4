import { Thumbnails } from "../../kinds/attachments/Thumbnails.tsx";
import type { Advice } from "./advice-row.ts";

interface AdviceThreadProps {
  readonly advice: Advice;
  readonly isSupplier: boolean;
}

/** What was suggested and what was answered, one below the other. */
export function AdviceThread({ advice, isSupplier }: AdviceThreadProps) {
  const { content, pictures, author, supplier, time, isReplied, reply, replyer, replyTime } = advice;
  return (
    <ol className="advice-thread" aria-label="往来内容">
      <li className="advice-said" data-testid="advice-said">
        <p className="advice-by">
          <strong className="advice-author">{author || supplier || "扫码用户"}</strong>
          <time>{time}</time>
        </p>
        <p className="advice-words">{content}</p>
        {pictures.length > 0 && <Thumbnails urls={pictures} />}
      </li>
      {isReplied && (
        <li className="advice-answer" data-testid="advice-answer">
          <p className="advice-by">
            <strong className="advice-author">商场回复 · {replyer}</strong>
            <time>{replyTime}</time>
          </p>
          <p className="advice-words">{reply}</p>
          {!isSupplier && <p className="advice-seen">{seenText(advice)}</p>}
        </li>
      )}
      {!isReplied && isSupplier && <li className="advice-wait">商场尚未回复，回复后菜单上会有红点提醒。</li>}
    </ol>
  );
}

function seenText({ code, readTime }: Advice): string {
  if (code === "") return "提交人没有注明供应商，无法通知";
  return readTime === "" ? "供应商尚未查看" : `供应商已于 ${readTime} 查看`;
}
