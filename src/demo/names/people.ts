import type { Random } from "../random.ts";

const SURNAMES = [..."王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗"];
const GIVEN_NAMES = (
  "思远 雨桐 子涵 明轩 佳怡 文博 欣然 浩宇 静怡 俊杰 晓彤 志强 丽娜 建国 雅婷 天佑 梦洁 海涛 秀英 立新 " +
  "婉清 国栋 诗涵 振华 玉兰 家豪 若曦 永康 春梅 一鸣"
).split(" ");

export function personName(random: Random): string {
  return random.pick(SURNAMES) + random.pick(GIVEN_NAMES);
}

/** A mobile number of a range that nobody has. */
export function phone(random: Random): string {
  return `1990000${random.digits(4)}`;
}

/** A tax number of 18 characters that says it is none. */
export function taxNumber(random: Random): string {
  return `91DEMO${random.digits(12)}`;
}

/** A bank account that is visibly not real. */
export function bankAccount(random: Random): string {
  return `6200 0000 ${random.digits(4)} ${random.digits(4)}`;
}
