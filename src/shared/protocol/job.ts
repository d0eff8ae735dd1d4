/** Result of Module/{id}/Generate and GenerateStatus: how far a job is, piece by piece (e.g. a supplier each). */
export interface JobProgress {
  readonly job: string;
  readonly isDone: boolean;
  readonly total: number;
  /** Pieces that ended, in whatever way. */
  readonly done: number;
  readonly made: number;
  /** Pieces with nothing to do. */
  readonly none: number;
  readonly failed: number;
  /** What was made and what was refused. */
  readonly notes: readonly { readonly key: string; readonly name: string; readonly isFailed: boolean; readonly note: string }[];
}
