import { ArrowLeftOutlined } from "@ant-design/icons";
import { useEffect, useMemo, useRef } from "react";
import { Link, type To } from "react-router-dom";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { QUERY_KEYS } from "../../data/query-keys.ts";
import { useOutdate } from "../../data/use-call.ts";
import { Thumbnails } from "../../kinds/attachments/Thumbnails.tsx";
import { StatusTag } from "../../kinds/StatusTag.tsx";
import { PageWait } from "../../pages/module/PageWait.tsx";
import { useDocument } from "../../pages/show/show-record.ts";
import { type Advice, adviceOf } from "./advice-row.ts";
import { ReplyBox } from "./ReplyBox.tsx";

interface AdviceDetailProps {
  readonly screen: ScreenModel;
  readonly id: string;
  readonly isSupplier: boolean;
  /** The list still shows its answer as unseen, which opening it has changed. */
  readonly isFreshInList: boolean;
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly back: To;
}

/** One suggestion: who, what, the answer or the place to write it. */
export function AdviceDetail({ screen, id, isSupplier, isFreshInList, draft, onDraft, back }: AdviceDetailProps) {
  const { query, document } = useDocument(screen, id);
  const advice = useMemo(() => document && adviceOf(document.row), [document]);
  const heading = useRef<HTMLHeadingElement>(null);
  const outdate = useOutdate();
  const isLoaded = document !== undefined;
  useEffect(() => {
    if (isLoaded && isFreshInList) outdate(QUERY_KEYS.lists(String(screen.MdlId)));
  }, [isLoaded, isFreshInList, outdate, screen.MdlId]);
  useEffect(() => {
    if (isLoaded) heading.current?.focus({ preventScroll: true });
  }, [isLoaded]);
  const backLink = (
    <Link to={back} replace className="advice-back" data-testid="back-link">
      <ArrowLeftOutlined aria-hidden /> 返回列表
    </Link>
  );
  if (document === undefined || advice === undefined) {
    return (
      <div className="advice-detail">
        {backLink}
        <PageWait query={query} />
      </div>
    );
  }
  const reply = screen.actions.find(({ needsReason, action }) => needsReason && document.actions.includes(action));
  return (
    <article className="advice-detail" data-testid="advice-detail">
      {backLink}
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {advice.title}
        </h2>
        <StatusTag text={advice.state.text} tone={advice.state.tone} />
      </header>
      <dl className="advice-facts">
        {!isSupplier && <Fact title="供应商" value={[advice.code, advice.supplier].filter(Boolean).join(" ")} />}
        <Fact title="提交人" value={advice.author} />
        <Fact title="电话" value={advice.tel} href={`tel:${advice.tel}`} />
        <Fact title="来源" value={advice.source} />
      </dl>
      <AdviceThread advice={advice} isSupplier={isSupplier} />
      {reply !== undefined && (
        <ReplyBox screen={screen} action={reply} row={document.row} isTold={advice.code !== ""} text={draft} onText={onDraft} />
      )}
    </article>
  );
}

function Fact({ title, value, href }: { title: string; value: string; href?: string }) {
  if (value === "") return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd>{href === undefined ? value : <a href={href}>{value}</a>}</dd>
    </div>
  );
}

/** What was suggested and what was answered, one below the other. */
function AdviceThread({ advice, isSupplier }: { advice: Advice; isSupplier: boolean }) {
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
