import { PostgresAdapter } from "kysely";

/** A folder that this process writes to and its engine reads from: where it is, and how the engine calls it. */
export interface SharedFolder {
  readonly path: string;
  readonly name: string;
}

/** Of an engine of this process, with one connection: as long as a statement takes, everybody waits. */
export class OneConnection extends PostgresAdapter {
  readonly folder: SharedFolder;

  constructor(folder: SharedFolder) {
    super();
    this.folder = folder;
  }
}
