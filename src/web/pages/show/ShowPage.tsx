import { Card } from "antd";
import { useParams } from "react-router-dom";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { StatusTag } from "../../kinds/StatusTag.tsx";
import { useTabName } from "../../providers/tab.ts";
import { FailedPage } from "../failed/FailedPage.tsx";
import { PageSkeleton } from "../module/PageSkeleton.tsx";
import { Screen } from "../module/Screen.tsx";
import { PrintButton } from "../print-button/PrintButton.tsx";
import { BackLink } from "./BackLink.tsx";
import { ChainSteps } from "./ChainSteps.tsx";
import { DocumentActions } from "./DocumentActions.tsx";
import { EventLine } from "./EventLine.tsx";
import { LinesTable } from "./LinesTable.tsx";
import { SectionFields } from "./SectionFields.tsx";
import { headingOf } from "./show-record.ts";
import { useDocument } from "./use-document.ts";
import { useReadMark } from "./use-read-mark.ts";
import "./show.css";
import "../../kinds/kinds.css";

/** The document page of any module. */
export default function ShowPage({ mdl }: { mdl: string }) {
  const { id = "" } = useParams();
  return <Screen mdl={mdl}>{(screen) => <DocumentPage key={id} screen={screen} id={id} />}</Screen>;
}

/** One document. Where the page is the user's own record, there is no list to go back to. */
export function DocumentPage({ screen, id }: { screen: ScreenModel; id: string }) {
  const { query, document, rows } = useDocument(String(screen.MdlId), id);
  useReadMark(screen, document);
  const isOwn = screen.settings?.mode === "own";
  const heading = document && headingOf(screen, document);
  useTabName(heading === undefined || isOwn ? null : `${screen.title} ${heading.number}`);
  if (document === undefined || heading === undefined) {
    return query.isError ? <FailedPage error={query.error} onRetry={() => void query.refetch()} /> : <PageSkeleton />;
  }
  return (
    <section className="show" data-testid="show-page">
      <header className="show-head">
        {!isOwn && <BackLink screen={screen} className="show-back" />}
        <h1>
          {heading.title} <span>{heading.number}</span>
        </h1>
        {heading.tags.map(({ field, text, tone }) => (
          <StatusTag key={field} text={text} tone={tone} />
        ))}
        <div className="show-tools">
          <DocumentActions screen={screen} id={id} rows={rows} />
          <PrintButton screen={screen} ids={[id]} />
        </div>
      </header>
      <div className="show-body">
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
        {document.events.length > 0 && <EventLine events={document.events} />}
      </div>
    </section>
  );
}
