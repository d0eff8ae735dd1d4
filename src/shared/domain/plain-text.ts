/*
 * What a text from outside may consist of (docs/decisions/83): the one place that says so, for fields, filters, reasons, parameters, names
 * of files and new passwords. What cannot be seen, or changes what is seen, is refused by name; what is seen is kept in NFC.
 */

/** Nearly every text: ASCII and the usual ideographs and signs, which are seen, and are in NFC. */
const PLAIN = /^[\t\n\r\x20-\x7e\u3001-\u3020\u4e00-\u9fff\uff01-\uff5e]*$/;

const ASCII = /^[\x20-\x7e]*$/;

/** Everything that draws nothing, or makes other characters be drawn otherwise. Line feeds and tabs are text. */
const HIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/**
 * Where some of these are part of one visible character: pictures joined by U+200D, a picture's or a key's colour (U+FE0F), the glyph
 * of an ideograph (variation selectors, UTS 37), the flags of England, Scotland and Wales (UTS 51).
 */
const PARTS = [
  String.raw`\p{Extended_Pictographic}(?:[\u{FE0E}\u{FE0F}]|\p{Emoji_Modifier})?(?:\u{200D}\p{Extended_Pictographic}(?:\u{FE0F}|\p{Emoji_Modifier})?)*`,
  String.raw`[0-9#*]\u{FE0F}\u{20E3}`,
  String.raw`\p{Unified_Ideograph}[\u{FE00}-\u{FE02}\u{E0100}-\u{E01EF}]`,
];
const FLAG = String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`;
const WHOLE = new RegExp([FLAG, ...PARTS].join("|"), "gu");

const NAMES: Readonly<Record<string, string>> = {
  "0000": "空字符",
  "0007": "响铃符",
  "0008": "退格符",
  "001B": "转义符",
  "007F": "删除符",
  "0085": "下一行控制符",
  "00AD": "软连字符",
  "034F": "组合连接符",
  "061C": "阿拉伯字母标记",
  "115F": "谚文填充符",
  "1160": "谚文填充符",
  "180E": "蒙古文元音分隔符",
  "200B": "零宽空格",
  "200C": "零宽不连字",
  "200D": "零宽连字",
  "200E": "从左到右标记",
  "200F": "从右到左标记",
  "2028": "行分隔符",
  "2029": "段落分隔符",
  "202A": "从左到右嵌入",
  "202B": "从右到左嵌入",
  "202C": "方向格式结束",
  "202D": "从左到右覆盖",
  "202E": "从右到左覆盖",
  "2060": "单词连接符",
  "2061": "不可见的函数应用",
  "2062": "不可见的乘号",
  "2063": "不可见的逗号",
  "2064": "不可见的加号",
  "2066": "从左到右隔离",
  "2067": "从右到左隔离",
  "2068": "首字符方向隔离",
  "2069": "方向隔离结束",
  "3164": "谚文填充符",
  FEFF: "零宽不换行空格",
  FFA0: "半角谚文填充符",
};

/** What the rest is called, by what it is. The first that fits counts. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^\p{Cs}$/u, "不成对的代理项"],
  [/^\p{Co}$/u, "专用区字符，请改用标准汉字"],
  [/^\p{Noncharacter_Code_Point}$/u, "非字符"],
  [/^\p{Cc}$/u, "控制字符"],
  [/^\p{Variation_Selector}$/u, "异体字选择符"],
  [/^[\u{E0000}-\u{E007F}]$/u, "标签字符"],
  [/^\p{Cf}$/u, "格式控制符"],
  [/^/u, "不可见字符"],
];

/** Different characters named of one text. */
const MOST_NAMED = 5;

/**
 * What is wrong with a text from outside, to be said behind the field's title: each character that it must not have, with its number
 * and its name, in the order in which they come. null: it may be kept.
 */
export function hiddenIn(text: string): string | null {
  if (PLAIN.test(text)) return null;
  // guard check as true: tests/shared/domain/plain-text.test.ts
  if (text.search(HIDDEN) < 0) return null;
  const found = new Set(text.replaceAll(WHOLE, "").match(HIDDEN));
  if (found.size === 0) return null;
  const named = [...found].slice(0, MOST_NAMED).map(nameOf);
  return `含有不允许的字符：${named.join("、")}${found.size > MOST_NAMED ? " 等" : ""}`;
}

/** A text from outside as it is kept: NFC, so that what looks the same is the same. */
export function keptText(text: string): string {
  if (PLAIN.test(text)) return text;
  // guard check as text: tests/shared/domain/plain-text.test.ts
  return text.normalize("NFC");
}

/** A number or a code as it is kept: besides, full-width letters, digits and signs are the usual ones. */
export function keptCode(text: string): string {
  if (ASCII.test(text)) return text;
  return keptText(text)
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll("\u3000", " ");
}

/** The text without the characters that {@link hiddenIn} names: for names of files, which nobody can be asked to type again. */
export function withoutHidden(text: string): string {
  const whole = [...text.matchAll(WHOLE)];
  const parts = text.split(WHOLE).map((part) => part.replaceAll(HIDDEN, ""));
  return parts.map((part, at) => part + (whole[at]?.[0] ?? "")).join("");
}

/** A password as it is hashed (RFC 8265, OpaqueString): NFC, and every blank is the usual one. */
export function keptPassword(text: string): string {
  return keptText(text).replaceAll(/\p{Zs}/gu, " ");
}

function nameOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const name = NAMES[code] ?? KINDS.find(([kind]) => kind.test(character))?.[1] ?? "";
  return `U+${code} ${name}`;
}
