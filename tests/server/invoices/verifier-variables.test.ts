import { expect, it } from "vitest";
import { readVerifier } from "../../../src/server/features/invoices/verifier/http-verifier.ts";

const SECRET = "sixteen-letters!";
const read = (url: string, secret: string) => {
  const problems: string[] = [];
  return {
    value: readVerifier({ INVOICE_VERIFIER_URL: url, INVOICE_VERIFIER_SECRET: secret }, (one) => void problems.push(one)),
    problems,
  };
};

it("is the sandbox where nothing is set, and takes https, or http on this machine", () => {
  expect(read("", "")).toEqual({ value: undefined, problems: [] });
  for (const url of ["https://tax.example.com/check", "http://127.0.0.1:9000/check"]) {
    expect(read(url, SECRET)).toEqual({ value: { url, secret: SECRET }, problems: [] });
  }
});

it.each([
  ["http://tax.example.com/", SECRET],
  ["https://user:word@tax.example.com/", SECRET],
  ["nonsense", SECRET],
  ["https://tax.example.com/", "short"],
  ["", SECRET],
])("refuses %s, without repeating a secret", (url, secret) => {
  const { problems } = read(url, secret);
  expect(problems).toHaveLength(1);
  expect(problems.join()).not.toContain(secret);
});
