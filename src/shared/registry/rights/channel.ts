/**
 * The ways by which a value reaches somebody. `data`: with the rows, for whoever asks by the wire for a field that no part of the page
 * shows. `page`: the detail page, its lines and the tables and steps of other documents on it. `preview`: what is read before an action,
 * by whoever has its button. `form`: what a form shows, writes or works with. `choice`: what is read of another entity's rows where one of
 * them is chosen, and of lines that a form proposes. `news`: the home page's news.
 */
export const CHANNELS = [
  "list",
  "filter",
  "export",
  "page",
  "preview",
  "print",
  "form",
  "choice",
  "todo",
  "news",
  "message",
  "statistics",
  "data",
] as const;
export type Channel = (typeof CHANNELS)[number];
