import { Suspense, useContext } from "react";
import { useParams } from "react-router-dom";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { useRecent } from "../../data/use-shortcuts.ts";
import { NOTHING_ENTERED, useRest, useTabName } from "../../providers/tab.ts";
import { ActionButtons } from "../actions/ActionButtons.tsx";
import { OverridePagesContext } from "../list/override-pages.ts";
import { PageWait } from "../module/PageWait.tsx";
import { Screen } from "../module/Screen.tsx";
import { PrintButton } from "../print-button/PrintButton.tsx";
import { DocumentSheet } from "./DocumentSheet.tsx";
import { headingOf, useDocument } from "./show-record.ts";

/** The document page of any module. */
export default function ShowPage({ mdl }: { mdl: string }) {
  const { id = "" } = useParams();
  return <Screen mdl={mdl}>{(screen) => <DocumentPage key={id} screen={screen} id={id} />}</Screen>;
}

/** One document. Where the page is the user's own record, there is no list to go back to. */
export function DocumentPage({ screen, id }: { screen: ScreenModel; id: string }) {
  const { query, document, rows } = useDocument(screen, id);
  const isOwn = screen.settings?.mode === "own";
  const number = document === undefined ? "" : headingOf(screen, document).number;
  const { MdlId, title, path } = screen;
  // The document itself, not a form that is the user's own.
  useRecent(document === undefined || isOwn ? null : { MdlId, id: Number(id), number, title, path: `${path}/show/${id}` });
  useTabName(document === undefined || isOwn ? null : `${title} ${number}`);
  useRest(NOTHING_ENTERED);
  if (document === undefined) return <PageWait query={query} />;
  return (
    <DocumentSheet
      screen={screen}
      document={document}
      back={isOwn ? null : screen.path}
      tools={
        <>
          <DocumentActions screen={screen} id={id} rows={rows} />
          <PrintButton screen={screen} ids={[id]} />
        </>
      }
    />
  );
}

/** What can be done with the document: the module's actions, or what a hand-written page has in their place. */
function DocumentActions({ screen, id, rows }: { screen: ScreenModel; id: string; rows: readonly WireRow[] }) {
  const pages = useContext(OverridePagesContext);
  const Buttons = pages[screen.override ?? ""]?.DocumentButtons;
  if (Buttons === undefined) return <ActionButtons screen={screen} rows={rows} onDone={() => undefined} isDocument />;
  return (
    <Suspense fallback={null}>
      <Buttons screen={screen} id={id} rows={rows} />
    </Suspense>
  );
}
