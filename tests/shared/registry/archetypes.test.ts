import { describe, expect, it } from "vitest";
import { buildMinimal, problemLines } from "./minimal.ts";

const LINES = "schemas/modules/bills/lines.json";
const PAYMENT = "schemas/entities/payment.json";

describe("what an archetype leaves open is told at the file that is like it", () => {
  it.each([
    [[LINES, ["like"], "qery"], 'modules/bills/lines.json /like unknown archetype "qery" (did you mean "query"?)'],
    [[PAYMENT, ["states", "stt", "like"], "opn"], 'entities/payment.json /states/stt/like unknown archetype "opn" (did you mean "open"?)'],
    [
      [PAYMENT, ["states", "stt", "transitions", "win"], { to: "paid", by: ["system"], from: ["open"] }],
      'entities/payment.json /states/stt/transitions/win the archetype has no transition "win", and this one lacks "title" (known: pay)',
    ],
  ] as const)("%j", (edit, problem) => {
    expect(problemLines(buildMinimal(edit))).toEqual([problem]);
  });

  it("and without one it must be said", () => {
    const hint = '(say it here, or an archetype with "like" that says it)';
    expect(problemLines(buildMinimal([LINES, ["like"]]))).toEqual([`modules/bills/lines.json / missing "audience" ${hint}`]);
  });

  it("and what a transition says in `then` is told there", () => {
    const then = [{ named: "settle-order" }];
    const told = problemLines(buildMinimal([PAYMENT, ["states", "stt", "transitions", "pay", "then"], then]));
    expect(told).toEqual([
      expect.stringContaining("entities/payment.json /states/stt/transitions/pay/then/0/named unknown hand-written effect"),
    ]);
  });

  it("and `then` needs one", () => {
    const then = [{ read: "supplier" }];
    expect(problemLines(buildMinimal(["schemas/entities/bill.json", ["states", "Statu", "transitions", "finish", "then"], then]))).toEqual([
      'entities/bill.json /states/Statu/transitions/finish/then "then" follows an archetype\'s effects (say "effects")',
    ]);
  });
});
