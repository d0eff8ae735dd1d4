import type { PicturePart } from "../generated/raw.ts";
import type { Check } from "./check.ts";

/** What the parts of a picture are, by the types that can hold them. */
const FITS: Readonly<Record<PicturePart, readonly string[]>> = {
  kind: ["enum", "int"],
  code: ["string"],
  number: ["string"],
  date: ["date"],
  net: ["money"],
  total: ["money"],
};

/** What a form reads on pictures is read on a field with pictures, into one that can hold it and that the user writes. */
export const readPictures: Check = ({ entities }) =>
  [...entities.values()].flatMap(({ fields }) =>
    [...fields.values()].flatMap((field) => {
      const { readFrom, type, derived } = field.raw;
      if (readFrom === undefined) return [];
      const at = field.at.in("readFrom");
      const via = fields.get(readFrom.via);
      return [
        ...(via && via.raw.type !== "images" ? [at.in("via").problem(`${via.name} (${via.raw.type}) has no pictures`)] : []),
        ...(FITS[readFrom.part].includes(type) ? [] : [at.in("part").problem(`${field.name} (${type}) cannot hold "${readFrom.part}"`)]),
        ...(derived ? [at.onKey().problem(`${field.name} is derived: it is not read too`)] : []),
      ];
    }),
  );
