/** The report on the event log and the sealed rows of one shop (docs/decisions/95). */
export interface AuditReportResult {
  readonly at: string;
  readonly events: number;
  /** Number and hash of the newest seal; empty: there is none. */
  readonly head: string;
  /** Number of the newest seal that was signed; empty: none was. */
  readonly signed: string;
  /** How the chain was compared with the heads that were sent out, in words. */
  readonly compared: string;
  readonly count: number;
  /** One line each; of very many the first. */
  readonly problems: readonly string[];
}
