import type { Cell } from "./cell.ts";
import { isValidBarcode } from "./check-digit.ts";

const TAX_NUMBER = /^[0-9A-Z]{15,20}$/;
/** Digits with blanks, + and - between them; at least as many as a number without its area has. */
const PHONE = /^\+?\d[\d -]{5,18}\d$/;
/** Groups of digits as they stand on a card, or with the hyphens that some banks write. */
const BANK_ACCOUNT = /^\d(?:[ -]?\d){7,31}$/;
/** What can be told over the telephone and typed everywhere, and looks like nothing else. */
const USER_NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{3,39}$/;
const EMAIL = /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,6}$/;

/** Every check of a text, with what is said of one that fails; a test keeps them the same as those of schemas/shared/vocabulary.json. */
export const CHECKS: Readonly<Record<string, { readonly test: (text: string) => boolean; readonly message: string }>> = {
  // guard check as { test: () => true, message: "" }: tests/shared/domain/checks.test.ts
  barcode: { test: isValidBarcode, message: "不是有效的条码，请核对位数和校验位" },
  taxNumber: { test: (text) => TAX_NUMBER.test(text), message: "应为15到20位大写字母或数字" },
  bankAccount: { test: (text) => BANK_ACCOUNT.test(text), message: "应为8到32位数字，中间可以有空格或 -" },
  phone: { test: (text) => PHONE.test(text), message: "不是有效的电话号码" },
  invoiceCode: { test: (text) => /^(\d{10}|\d{12})$/.test(text), message: "应为10或12位数字" },
  invoiceNumber: { test: (text) => /^(\d{8}|\d{20})$/.test(text), message: "应为8位或20位数字" },
  paperNumber: { test: (text) => /^\d{8}$/.test(text), message: "应为8位数字" },
  digitalNumber: { test: (text) => /^\d{20}$/.test(text), message: "应为20位数字" },
  userName: { test: (text) => USER_NAME.test(text), message: "应为4到40位字母、数字或 . _ @ -，以字母或数字开头" },
  email: { test: (text) => EMAIL.test(text), message: "不是有效的邮箱地址" },
};

/** Whether the cell holds a text that fulfils the check; an empty one does not. */
export function passes(check: string, cell: Cell): boolean {
  return cell !== null && checkOf(check).test(String(cell));
}

/** What is said behind the field's title. */
export function checkMessage(check: string): string {
  return checkOf(check).message;
}

function checkOf(name: string) {
  const check = CHECKS[name];
  if (!check) throw new Error(`there is no code for the check ${name}: the registry must have refused it`);
  return check;
}
