import { SaxesParser } from "saxes";

/** An object as a list tells it. */
export interface StoredObject {
  readonly name: string;
  readonly modified: Date;
}

/** A page of a list, and by what the next one is asked for; null: it is the last. */
export interface ListPage {
  readonly objects: readonly StoredObject[];
  readonly next: Readonly<Record<string, string>> | null;
}

/**
 * Reads an answer to ListObjectsV2. A store that knows the first version alone answers with that: its next page begins after the last name.
 * Throws an Error for anything else.
 */
export function readList(xml: string): ListPage {
  const said = new Map<string, string>();
  const found: { name: string; modified: Date }[] = [];
  let [path, text]: [string[], string] = [[], ""];
  let object: Record<string, string> = {};
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => {
    path.push(name);
    text = "";
    if (path.length === 2 && name === "Contents") object = {};
  });
  parser.on("text", (part) => {
    text += part;
  });
  parser.on("closetag", ({ name }) => {
    if (path.length === 2 && name === "Contents") found.push({ name: object.Key ?? "", modified: new Date(object.LastModified ?? "") });
    else if (path.length === 2) said.set(name, text);
    else if (path.length === 3 && path[1] === "Contents") object[name] = text;
    if (path.length === 1 && name !== "ListBucketResult") throw new Error("the answer is no list");
    path = path.slice(0, -1);
    text = "";
  });
  parser.write(xml).close();
  if (found.some(({ name, modified }) => name === "" || Number.isNaN(modified.getTime())))
    throw new Error("the list has an object without a name or time");
  const plain = said.get("EncodingType") === "url" ? fromUrl : (name: string) => name;
  const objects = found.map(({ name, modified }) => ({ name: plain(name), modified }));
  return { objects, next: nextOf(said, objects) };
}

function nextOf(said: ReadonlyMap<string, string>, objects: readonly StoredObject[]): ListPage["next"] {
  if (said.get("IsTruncated") !== "true") return null;
  const token = said.get("NextContinuationToken");
  if (token !== undefined) return { "continuation-token": token };
  const last = objects.at(-1);
  if (last === undefined) throw new Error("the list goes on after nothing");
  return { marker: last.name };
}

/** Some write a blank as a plus. */
const fromUrl = (name: string): string => decodeURIComponent(name.replaceAll("+", "%20"));
