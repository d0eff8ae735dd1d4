import { minuteOf } from "../../../shared/domain/day.ts";
import { listParams } from "../../../shared/domain/list/list-state.ts";
import { groupedSort } from "../../../shared/domain/sheet/row-groups.ts";
import { ApiError } from "../../../shared/protocol/envelope.ts";
import type { PageResult, WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { post } from "../../api/post.ts";
import { readPages } from "../../data/read-pages.ts";
import { fitPaper, type PaperLine, paperLines, tooLongForPaper } from "./list-paper.ts";
import { columnWidth } from "./list-widths.ts";
import type { ListState } from "./use-list.ts";
import "./print-list.css";

/** Rows of one request. */
const PAGE = 2000;

interface PrintOrder {
  readonly screen: ScreenModel;
  readonly list: ListState;
  /** What the list is narrowed to, in words. */
  readonly told: string;
}

/**
 * Prints the list as it is seen, over all its pages: its columns in their order, its groups with what they come to, title and heads on each
 * sheet, sums at the end. Rows on paper are taken away like those of an export: the same right, the same line in the log. Throws an ApiError.
 */
export async function printList({ screen, list, told }: PrintOrder): Promise<void> {
  const { own, groupColumn: group, sorters, filters } = list;
  const sums = screen.footer?.sums ?? [];
  const needed = [
    ...own.columns.map(({ field }) => field),
    ...(group === null ? [] : [group.field]),
    ...sums.flatMap(({ field, ratio = [] }) => [field, ...ratio]),
  ];
  const query = {
    ...listParams({ sorters: groupedSort(group?.field ?? null, sorters), filters }),
    columns: [...new Set(needed)].join(","),
    purpose: "export",
  };
  const refusal = tooLongForPaper(list.total);
  if (refusal !== null) throw new ApiError(0, refusal);
  const fetchPage = (page: number, rows: number) => post<PageResult>(list.source, { ...query, page, rows });
  const rows: WireRow[] = [];
  let footer: PageResult["footer"] = {};
  for await (const page of readPages(fetchPage, PAGE)) {
    rows.push(...page.rows);
    if (Object.keys(page.footer).length > 0) footer = page.footer;
  }
  const lines = paperLines({ columns: own.columns, sums, group, label: screen.footer?.label ?? "合计" }, rows, footer);
  await putOnPaper(paperOf({ screen, list, told }, lines));
}

/** Plain elements: a table of five thousand rows is drawn for the printer alone, and thrown away. */
function paperOf({ screen, list: { own }, told }: PrintOrder, lines: readonly PaperLine[]): HTMLElement {
  const { way, font, widths } = fitPaper(own.columns.map(columnWidth));
  const paper = element("section", "list-paper");
  paper.dataset.way = way;
  paper.style.fontSize = `${font}px`;
  const table = element("table");
  const columns = element("colgroup");
  for (const width of widths) {
    const column = element("col");
    column.style.width = `${width}%`;
    columns.append(column);
  }
  const head = element("thead");
  const title = element("th", "list-paper-title", `${screen.title}　${told}`);
  title.colSpan = own.columns.length;
  title.append(element("span", "", minuteOf(new Date())));
  head.append(line([title]), line(own.columns.map(({ title: text, align }) => aligned(element("th", "", text), align))));
  const body = element("tbody");
  for (const { kind, cells } of lines)
    body.append(
      line(
        cells.map((text, index) => aligned(element("td", "", text), own.columns[index]?.align ?? "left")),
        `list-paper-${kind}`,
      ),
    );
  table.append(columns, head, body);
  paper.append(table);
  return paper;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className = "", text = ""): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  if (text !== "") made.textContent = text;
  return made;
}

function line(cells: readonly HTMLElement[], className = ""): HTMLElement {
  const row = element("tr", className);
  row.append(...cells);
  return row;
}

function aligned<Cell extends HTMLElement>(cell: Cell, align: string): Cell {
  cell.style.textAlign = align;
  return cell;
}

/** Has the browser print nothing but the paper; it is gone when the dialog is closed. */
async function putOnPaper(paper: HTMLElement): Promise<void> {
  document.body.append(paper);
  document.body.classList.add("has-list-paper");
  const remove = () => {
    paper.remove();
    document.body.classList.remove("has-list-paper");
  };
  addEventListener("afterprint", remove, { once: true });
  window.print();
}
