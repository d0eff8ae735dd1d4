import { Button, Collapse, Empty, Input, Tag } from "antd";
import { type ReactNode, useState } from "react";
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

/** What one user or group may: page by page, each with its columns and the reasons once it is opened. */
export function RightsView({ mdl, id }: Who) {
  const query = useCall<RightsResult>(moduleUrl(mdl, "GetRights"), { id });
  const [wanted, setWanted] = useState("");
  const { data } = query;
  if (data === undefined) return <PageWait query={query} />;
  const pages = data.pages.filter(({ module, title }) => `${module} ${title}`.includes(wanted.trim()));
  return (
    <section className="rights" data-testid="rights-view" aria-label="权限">
      <header className="grants-head">
        <h2>
          {data.role}
          {data.group !== "" && ` · ${data.group}`}
        </h2>
        <Input
          allowClear
          className="grants-find"
          placeholder="查找页面"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      </header>
      {pages.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有可用的页面" />}
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
              <span>{page.functions.map(({ title }) => title).join("、")}</span>
            </span>
          ),
          children: <PageDetail mdl={mdl} id={id} page={page} />,
        }))}
      />
    </section>
  );
}

function PageDetail({ mdl, id, page }: Who & { readonly page: PageRights }) {
  const query = useCall<RightsResult>(moduleUrl(mdl, "GetRights"), { id, module: String(page.module) });
  const [asked, setAsked] = useState<{ readonly what: string; readonly title: string } | null>(null);
  const { data } = query;
  if (data === undefined) return <PageWait query={query} />;
  const why = (what: string, title: string) => (
    <Button size="small" type="link" onClick={() => setAsked({ what, title })} data-testid={`why-${what}`} aria-label={`${title}：为什么`}>
      为什么
    </Button>
  );
  return (
    <div className="rights-detail">
      {asked !== null && <Why mdl={mdl} id={id} module={page.module} {...asked} />}
      <Part title="行">
        <li>
          {page.rows} {why("rows", "行")}
        </li>
      </Part>
      <Part title="操作">
        {page.actions.map(({ name, title, rows }) => (
          <li key={name}>
            <b>{title}</b>：{rows} {why(name, title)}
          </li>
        ))}
      </Part>
      <Part title="功能">
        {page.functions.map(({ key, title }) => (
          <li key={key}>
            {title} ({key}) {why(key, title)}
          </li>
        ))}
      </Part>
      <Part title="列">
        {(data.pages[0]?.fields ?? []).map(({ name, title, told }) => (
          <li key={name}>
            <b>{title}</b> ({name})：{told} {why(name, title)}
          </li>
        ))}
      </Part>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="rights-part">
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

const TONES = { allows: "green", refuses: "red", limits: "orange", notes: "default" } as const;

/** The words that decide one right, with the place of each. */
function Why({ mdl, id, module, what, title }: Who & { readonly module: number; readonly what: string; readonly title: string }) {
  const query = useCall<WhyResult>(moduleUrl(mdl, "GetWhy"), { id, module: String(module), what });
  const { data } = query;
  if (data === undefined) return <PageWait query={query} />;
  return (
    <section className="rights-why" data-testid="rights-why" aria-live="polite">
      <h3>
        {title}：{data.may ? "可以" : "不可以"}
      </h3>
      <ol>
        {data.steps.map(({ verdict, text, place }) => (
          <li key={`${text} ${place}`}>
            <Tag color={TONES[verdict]}>{text}</Tag>
            {place !== "" && <code>{place}</code>}
          </li>
        ))}
      </ol>
    </section>
  );
}
