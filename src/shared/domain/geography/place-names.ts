/** Levels of places, from large to small. */
export const LEVEL = { country: 0, province: 1, city: 2 } as const;
export type Level = (typeof LEVEL)[keyof typeof LEVEL];

/** How a place may be written. */
export interface PlaceNames {
  /** What people type and suggestions match: the name, and the name without 省, 市, 州 … */
  readonly names: readonly string[];
  /** Further ways to write it that are understood, but not offered: 大阪县 for 大阪府. */
  readonly variants: readonly string[];
}

/** Peoples in the names of autonomous prefectures and counties. */
const PEOPLES =
  "(?:朝鲜族|土家族|苗族|侗族|布依族|藏族|羌族|彝族|白族|傣族|景颇族|傈僳族|哈尼族|壮族|回族|黎族|蒙古族|蒙古|哈萨克|柯尔克孜)";
const DOMESTIC_PROVINCE = /^(.{2,}?)(?:省|市|(?:壮族|回族|维吾尔)?自治区|特别行政区)$/;
const DOMESTIC_CITY = /^(.{2,}?)(?:市|地区|盟|林区|县)$/;
const AUTONOMOUS = new RegExp(`^(.{2,}?)${PEOPLES}+自治([州县])$`);

const STATION =
  /^(.{2,}?)(?:共和国|边疆区|自治州|首都大区|首都特区|大区|专区|特别自治道|特别自治市|广域市|特别市|特区|联邦区|行政区|自治区|自治市|酋长国|地区|州|省|县|府|都|道|邦|郡|区|市)$/;
/** What a station is called when the writer does not know its country's word. */
const STATION_SUFFIXES = ["州", "省", "县", "府", "都", "道", "邦", "郡", "区", "大区"];
/** 北海 is a city in 广西; nobody calls the island so. */
const WHOLE = new Set(["北海道"]);
/** What is left of 西部省 or 首都大区 names no place without its country's word. */
const COMMON_WORD = /^(?:[东西南北中]{1,2}[部方]?|首都|中央|联邦|内陆|滨海|高地|大西洋|自由邦|湖|河)$/;

/** The ways to write a place of one level, the name itself first. */
export function placeNames(name: string, level: Level, isDomestic: boolean): PlaceNames {
  if (level === LEVEL.country) return { names: [name], variants: [] };
  if (isDomestic) return level === LEVEL.province ? withStem(name, DOMESTIC_PROVINCE) : domesticCity(name);
  return level === LEVEL.province ? station(name) : foreignCity(name);
}

function withStem(name: string, suffix: RegExp): PlaceNames {
  const stem = suffix.exec(name)?.[1];
  return { names: stem === undefined ? [name] : [name, stem], variants: [] };
}

/** 海南藏族自治州 is also 海南州 and 海南自治州. */
function domesticCity(name: string): PlaceNames {
  const [, stem, unit] = AUTONOMOUS.exec(name) ?? [];
  if (stem === undefined || unit === undefined) return withStem(name, DOMESTIC_CITY);
  return { names: [name, stem], variants: [`${stem}${unit}`, `${stem}自治${unit}`] };
}

function station(name: string): PlaceNames {
  const found = WHOLE.has(name) ? undefined : STATION.exec(name)?.[1];
  if (found !== undefined && COMMON_WORD.test(found)) return { names: [name], variants: [] };
  const stem = found ?? name;
  const isCity = found === undefined || name.endsWith("市");
  const suffixes = isCity ? [...STATION_SUFFIXES, "市"] : STATION_SUFFIXES;
  return { names: found === undefined ? [name] : [name, stem], variants: suffixes.map((suffix) => `${stem}${suffix}`) };
}

function foreignCity(name: string): PlaceNames {
  if (name.endsWith("市")) return withStem(name, /^(.{2,})市$/);
  return { names: [name], variants: [`${name}市`] };
}

/** A text as names are compared: without case, width, accents, spaces and punctuation. */
export interface FoldedText {
  readonly letters: string;
  /** Positions in `letters` before which the text had a space or punctuation. */
  readonly breaks: ReadonlySet<number>;
}

export function foldText(text: string): FoldedText {
  const plain = text.normalize("NFKC").toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const breaks = new Set<number>();
  let letters = "";
  for (const word of plain.split(/[^\p{L}\p{N}]+/u)) {
    if (letters !== "") breaks.add(letters.length);
    letters += word;
  }
  return { letters, breaks };
}

/** The words of a text, in reverse: addresses written from the small to the large, 札幌, 日本. */
export function reverseWords(text: string): string {
  return text
    .normalize("NFKC")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .reverse()
    .join(" ");
}
