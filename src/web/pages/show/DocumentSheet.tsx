import { Card } from "antd";
import type { ReactNode } from "react";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { StatusTag } from "../../kinds/StatusTag.tsx";
import { BackLink } from "./BackLink.tsx";
import { ChainSteps } from "./ChainSteps.tsx";
import { EventLine } from "./EventLine.tsx";
import { LinesTable } from "./LinesTable.tsx";
import { SectionFields } from "./SectionFields.tsx";
import { headingOf, type ShowRecord } from "./show-record.ts";
import "./show.css";
import "../../kinds/kinds.css";

interface DocumentSheetProps {
  readonly screen: ScreenModel;
  readonly document: ShowRecord;
  /** The list it was opened from; null: there is none to go back to. */
  readonly back: string | null;
  readonly tools: ReactNode;
  /** Between its values and its history. */
  readonly children?: ReactNode;
}

/** A document: its number and states, what can be done, its chain, values, lines and history. */
export function DocumentSheet({ screen, document, back, tools, children }: DocumentSheetProps) {
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
        {children}
        {document.events.length > 0 && <EventLine events={document.events} />}
      </div>
    </section>
  );
}
