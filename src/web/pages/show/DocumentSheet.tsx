import { Card, Descriptions, Timeline } from "antd";
import type { ReactNode } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenColumn, ScreenModel, ShowEvent } from "../../../shared/protocol/screen.ts";
import { Thumbnails } from "../../kinds/attachments/Thumbnails.tsx";
import { renderValue } from "../../kinds/columns/column-kinds.ts";
import { StatusTag } from "../../kinds/StatusTag.tsx";
import { safeUrls } from "../../kinds/text/url-text.ts";
import { BackLink } from "./BackLink.tsx";
import { ChainSteps } from "./ChainSteps.tsx";
import { LinesTable } from "./LinesTable.tsx";
import { headingOf, type ShowRecord } from "./show-record.ts";
import "./show.css";
import "../../kinds/kinds.css";
import "../../kinds/sheet.css";

interface DocumentSheetProps {
  readonly screen: ScreenModel;
  readonly document: ShowRecord;
  /** The list it was opened from; null: there is none to go back to. */
  readonly back: string | null;
  readonly tools: ReactNode;
}

/** A document: its number and states, what can be done, its chain, values, lines and history. */
export function DocumentSheet({ screen, document, back, tools }: DocumentSheetProps) {
  const heading = headingOf(screen, document);
  return (
    <section className="show" data-testid="show-page">
      <header className="show-head">
        {back !== null && <BackLink to={back} className="show-back" />}
        <h1>
          {heading.title} <span>{heading.number}</span>
        </h1>
        {heading.tags.map(({ field, text, tone }) => (
          <StatusTag key={field} text={text} tone={tone} />
        ))}
        <div className="show-tools">{tools}</div>
      </header>
      {/* By keys one scrolls what has the focus, and a document may have nothing else that takes it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section className="show-body" aria-label="单据内容" tabIndex={0}>
        {document.chain.length > 0 && <ChainSteps chain={document.chain} />}
        {screen.show.sections.map(({ title, fields }) => (
          <Card key={title} size="small" title={title}>
            <SectionFields fields={fields} row={document.row} />
          </Card>
        ))}
        {screen.show.lines.map((lines) => (
          <LinesTable
            key={lines.entity}
            lines={lines}
            rows={document.lines[lines.entity] ?? []}
            sums={document.lineSums[lines.entity] ?? {}}
          />
        ))}
        {document.tables?.map((table) => (
          <div key={table.entity} data-testid={`documents-${table.entity}`}>
            <LinesTable
              lines={table}
              rows={table.rows}
              sums={table.totals}
              link={{ field: table.columns[0]?.field ?? "", path: table.path }}
            />
          </div>
        ))}
        {document.events.length > 0 && <EventLine events={document.events} />}
      </section>
    </section>
  );
}

/** What happened to a document, newest first. */
function EventLine({ events }: { events: readonly ShowEvent[] }) {
  return (
    <Card size="small" title="操作记录" className="show-events">
      <Timeline
        items={events.map((event, index) => ({
          key: `${event.time}-${index}`,
          color: index === 0 ? "blue" : "gray",
          children: (
            <>
              <b>{event.title}</b>
              {event.from !== event.to && (
                <span className="show-change">
                  {event.from} → {event.to}
                </span>
              )}
              <div className="show-actor">
                {event.actor} · <span className="num">{event.time}</span>
              </div>
              {event.reason !== "" && <EventReason reason={event.reason} />}
            </>
          ),
        }))}
      />
    </Card>
  );
}

/** Why, in the user's words; of a step with a picture the picture itself, which stays although it was taken from the document. */
function EventReason({ reason }: { reason: string }) {
  const urls = reason.startsWith("/uploads/") ? safeUrls(reason) : [];
  if (urls.length > 0) return <Thumbnails urls={urls} />;
  return <div className="show-reason">原因：{reason}</div>;
}

const PER_ROW = { xs: 1, sm: 2, md: 2, lg: 3, xl: 3, xxl: 4 } as const;
const BLANK = <span className="faint">—</span>;

/** The values of one section of a document. */
function SectionFields({ fields, row }: { fields: readonly ScreenColumn[]; row: WireRow }) {
  return (
    <Descriptions
      size="small"
      column={PER_ROW}
      items={fields.map((column) => ({ key: column.field, label: column.title, children: renderValue(row, column, BLANK) }))}
    />
  );
}
