import { Alert, Button, Collapse, Empty, Input, Skeleton, Tag } from "antd";
import { type ReactNode, useState } from "react";
import { textOf } from "../../../shared/domain/error-catalogue.ts";
import type { ApiError } from "../../../shared/protocol/envelope.ts";
import type { RightsResult, WhyResult } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { useCall } from "../../data/use-call.ts";
import { PageWait } from "../module/PageWait.tsx";

/** Whose rights: a row of the page at hand. */
interface Who {
  readonly mdl: string;
  readonly id: string;
}

type PageRights = RightsResult["pages"][number];

/**
 * What one user or group may: page by page, each with its columns and the reasons once it is opened. `name`: what he is called, as far as
 * the list beside it shows him.
 */
export function RightsView({ mdl, id, name }: Who & { readonly name: string | undefined }) {
  const query = useCall<RightsResult>(moduleUrl(mdl, "GetRights"), { id });
  const [wanted, setWanted] = useState("");
  const { data } = query;
  if (data === undefined) return <PageWait query={query} />;
  const { faults } = data;
  const pages = data.pages.filter(({ module, title }) => `${module} ${title}`.includes(wanted.trim()));
  const closed = data.pages.filter(({ isClosed }) => isClosed).length;
  return (
    <section className="rights" data-testid="rights-view" aria-label="权限">
      <header className="grants-head">
        <h2>{[...new Set([name, data.role, data.group])].filter(Boolean).join(" · ")}</h2>
        {data.pages.length > 0 && (
          <Input
            allowClear
            className="grants-find"
            placeholder="查找页面"
            aria-label="查找页面"
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
          />
        )}
      </header>
      {faults.length > 0 && <Alert type="warning" showIcon message={`不能登录：${faults.join("、")}`} data-testid="rights-faults" />}
      {closed > 0 && <Alert type="warning" showIcon message={`合约已到期，其中 ${closed} 个页面暂不能打开`} data-testid="rights-closed" />}
      {pages.length === 0 && faults.length === 0 && (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={data.pages.length === 0 ? "没有任何页面的权限" : `没有名称含“${wanted.trim()}”的页面`}
        />
      )}
      {pages.length > 0 && (
        <Collapse
          size="small"
          destroyOnHidden
          items={pages.map((page) => ({
            key: page.module,
            label: (
              <span className="rights-page" data-testid={`rights-${page.module}`}>
                <b>
                  {page.module} {page.title}
                </b>
                {page.isClosed && <Tag color="warning">合约已到期</Tag>}
                <span>{page.functions.map(({ title }) => title).join("、")}</span>
              </span>
            ),
            children: <PageDetail mdl={mdl} id={id} page={page} />,
          }))}
        />
      )}
    </section>
  );
}

function PageDetail({ mdl, id, page }: Who & { readonly page: PageRights }) {
  const query = useCall<RightsResult>(moduleUrl(mdl, "GetRights"), { id, module: String(page.module) });
  const [asked, setAsked] = useState<string | null>(null);
  const { data } = query;
  if (data === undefined) return <PartWait query={query} />;
  const item = (what: string, title: string, told: ReactNode) => (
    <li key={what}>
      {told}{" "}
      <Button
        size="small"
        type="link"
        onClick={() => setAsked(asked === what ? null : what)}
        data-testid={`why-${what}`}
        aria-label={`${title}：为什么`}
        aria-expanded={asked === what}
      >
        为什么
      </Button>
      {asked === what && <Why mdl={mdl} id={id} module={page.module} what={what} title={title} />}
    </li>
  );
  return (
    <div className="rights-detail">
      <Part title="页面">{item("page", "页面", page.isClosed ? "合约已到期，暂不能打开" : "可以打开")}</Part>
      <Part title="可见的行">{item("rows", "可见的行", page.rows)}</Part>
      <Part title="操作及其适用的行">
        {page.actions.map(({ name, title, rows }) => item(`action:${name}`, title, `${title}：${rows}`))}
      </Part>
      <Part title="功能">{page.functions.map(({ key, title }) => item(`function:${key}`, title, `${title}（${key}）`))}</Part>
      <Part title="字段及其出现的途径">
        {(data.pages[0]?.fields ?? []).map(({ name, title, told }) => item(`field:${name}`, title, `${title}（${name}）：${told}`))}
      </Part>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const isEmpty = Array.isArray(children) && children.length === 0;
  return (
    <section className="rights-part" aria-label={title}>
      <h3>{title}</h3>
      {isEmpty ? <p>无</p> : <ul>{children}</ul>}
    </section>
  );
}

const TONES = { allows: "success", refuses: "error", limits: "warning", notes: "default" } as const;

/** The words that decide one right, with the place of each. */
function Why({ mdl, id, module, what, title }: Who & { readonly module: number; readonly what: string; readonly title: string }) {
  const query = useCall<WhyResult>(moduleUrl(mdl, "GetWhy"), { id, module: String(module), what });
  const { data } = query;
  return (
    <section className="rights-why" data-testid="rights-why" aria-live="polite">
      {data === undefined ? (
        <PartWait query={query} />
      ) : (
        <>
          <h4>
            {title}：{data.may ? "可以" : "不可以"}
          </h4>
          <ol>
            {data.steps.map(({ verdict, text, place }) => (
              <li key={`${text} ${place}`}>
                <Tag color={TONES[verdict]}>{text}</Tag>
                {place !== "" && <code>{place}</code>}
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** In the place of a part of the page that is on its way, or did not come. */
function PartWait({ query: { error, refetch } }: { readonly query: { readonly error: ApiError | null; readonly refetch: () => unknown } }) {
  if (error === null) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const retry = (
    <Button size="small" onClick={() => void refetch()}>
      重试
    </Button>
  );
  return <Alert type="error" showIcon message={`加载失败：${textOf(error)}`} action={retry} />;
}
