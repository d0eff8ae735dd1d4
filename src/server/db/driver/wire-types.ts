import pg from "pg";

type Parse = (text: string) => unknown;

/** Type numbers (pg_type.oid) whose text is turned into something else; all others stay the text the engine sent. */
const SCALARS: Readonly<Record<number, Parse>> = {
  16: (text) => text === "t", // bool
  17: pg.types.getTypeParser(17), // bytea -> Buffer
  21: Number, // int2
  23: Number, // int4
  26: Number, // oid
  114: (text) => JSON.parse(text), // json
  700: Number, // float4
  701: Number, // float8
  3802: (text) => JSON.parse(text), // jsonb
};

const asText: Parse = (text) => text;

/** Array types by number, with the parser of their elements. */
const ARRAYS: Readonly<Record<number, Parse>> = {
  1000: SCALARS[16] ?? asText, // bool[]
  1005: Number, // int2[]
  1007: Number, // int4[]
  1021: Number, // float4[]
  1022: Number, // float8[]
  1009: asText, // text[]
  1014: asText, // char(n)[]
  1015: asText, // varchar[]
  1016: asText, // int8[]
  1115: asText, // timestamp[]
  1182: asText, // date[]
  1185: asText, // timestamptz[]
  1231: asText, // numeric[]
  2951: asText, // uuid[]
};

/**
 * How values read from the database become JavaScript, for both engines: int8, numeric, date and timestamps stay exact text,
 * bool, small integers, floats and JSON become their natural type, arrays become arrays of the same.
 */
export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number) => {
    const element = ARRAYS[oid];
    return element ? (text: string) => elements(asTexts(text), element) : (SCALARS[oid] ?? asText);
  },
};

type Texts = readonly (string | null | Texts)[];

/** The driver's own reader of arrays, as of text[]: a number that its types leave out. */
const asTexts: (text: string) => Texts = pg.types.getTypeParser(1009 as Parameters<typeof pg.types.getTypeParser>[0]);

function elements(items: Texts, element: Parse): unknown[] {
  return items.map((item) => (item === null ? null : typeof item === "string" ? element(item) : elements(item, element)));
}
