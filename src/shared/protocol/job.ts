/** How a piece ended: something was made, there was nothing to do, or it was refused. */
export type PieceState = "made" | "none" | "failed";

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
  /** What became of each: what was refused first, then what was made, then what there was no need for. */
  readonly notes: readonly { readonly key: string; readonly name: string; readonly state: PieceState; readonly note: string }[];
}
