import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { rights } from "../../scripts/rights.ts";
import { registryOf } from "../../src/server/base/viewer.ts";
import { PROGRAM } from "../../src/server/features.ts";
import { loadFiles } from "../../src/server/registry/registry-files.ts";
import { buildRegistry } from "../../src/shared/build-registry.ts";
import type { Registry } from "../../src/shared/registry/model.ts";
import type { RawFile } from "../../src/shared/registry/place.ts";
import { changeText } from "../../src/shared/registry/plan/change-text.ts";
import { diffModels } from "../../src/shared/registry/plan/diff-models.ts";
import { formatProblem } from "../../src/shared/registry/problem.ts";
import type { Language } from "../../src/shared/registry/problem-texts/translate.ts";
import { shippedFiles } from "../fixtures/shipped-registry.ts";
import { runScript } from "../project/run-script.ts";

/*
 * The rules of single shops that the product ships, as their overlays say them (docs/decisions/75): what each shop's payments are refused
 * with, and what it means to edit that.
 */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FILES = shippedFiles(loadFiles(ROOT).files);
const PAYSTRICT = "schemas/overlays/paystrict.json";
const APPR39 = "schemas/overlays/appr39.json";
const [PLAIN_SHOP, MALL, STRICT_SHOP, APPROVING] = ["0000000175", "0000000001", "0000000054", "0000000039"];

const build = (files: readonly RawFile[]) => buildRegistry(files, PROGRAM);
function built(files: readonly RawFile[]): Registry {
  const result = build(files);
  if (!result.ok) throw new Error(result.problems.map(formatProblem).join("\n"));
  return result.registry;
}
const registry = built(FILES);

/** The files with one overlay edited. */
// biome-ignore lint/suspicious/noExplicitAny: an overlay as its file has it, to be edited at any place
function edited(path: string, edit: (overlay: any) => void): RawFile[] {
  return FILES.map((file) => {
    if (file.path !== path) return file;
    const raw: unknown = JSON.parse(file.text);
    edit(raw);
    return { path, text: JSON.stringify(raw, null, 2) };
  });
}

function told(files: readonly RawFile[], language: Language = "en"): string[] {
  const is = built(files);
  return diffModels(registry, is).map((change) => `${change.class}: ${changeText(change, is, language)}`);
}

const guardsOf = (shop: string, entity: string, transition: string) =>
  registryOf(registry, shop).entities[entity]?.transitions[transition]?.guards.map(({ message, isElsewhere }) =>
    isElsewhere ? `${message}!` : message,
  );

const STOP = "该供应商已停付";
const MERGED = "该单据已合并付款，请在合并单中操作";
const WAIT = "请等待供应商上传发票";
/** Also the answer in every other state. */
const BARE = "该单据未上传附件/没有支付权限!";
const WHOLE = "预付款、退还保证金和已部分付款的单据不能合并，请单独付款";
/** Asked where payments are approved, and of bills that an approval has opened, once what was approved has changed (docs/decisions/93). */
const AGAIN = registry.messages.NOAPPR;
const NOFUNC = registry.messages.NOFUNC;
const NOTHING = "应付金额为零，不能银行支付";
const CARRIES = registry.messages.CARRIES;
/** Asked where the profile says `invoiceGate` (docs/decisions/100). */
const GAP = registry.messages.INVGAP;

describe("payments are refused by the rules of their shop, in this order", () => {
  it.each([
    ["BalancePay", "confirm", [STOP, CARRIES], [STOP, WAIT, CARRIES]],
    ["BalancePay", "pay", [STOP, AGAIN, CARRIES, GAP, MERGED], [BARE, STOP, AGAIN, CARRIES, GAP, MERGED]],
    [
      "BalancePay",
      "bankpay",
      [NOFUNC, STOP, AGAIN, CARRIES, GAP, MERGED, NOTHING],
      [NOFUNC, BARE, STOP, AGAIN, CARRIES, GAP, MERGED, NOTHING],
    ],
    ["BalancePay", "merge", [STOP, AGAIN, CARRIES, GAP, MERGED, WHOLE], [BARE, STOP, AGAIN, CARRIES, GAP, MERGED, WHOLE]],
    ["BalancePay", "partpay", [STOP, AGAIN, CARRIES, GAP, MERGED], [STOP, AGAIN, CARRIES, GAP, MERGED]],
    ["BalancePayFath", "pay", [STOP], [BARE, STOP]],
    ["BalancePayFath", "bankpay", [NOFUNC, STOP, NOTHING], [NOFUNC, BARE, STOP, NOTHING]],
  ] as const)("%s %s", (entity, transition, plain, strict) => {
    expect(guardsOf(PLAIN_SHOP, entity, transition)).toEqual(plain);
    for (const shop of [MALL, STRICT_SHOP]) expect(guardsOf(shop, entity, transition)).toEqual(strict);
    // What was approved stays so until the money goes; merged bills are what they were when they were merged.
    const approving = transition === "confirm" ? plain.flatMap((text) => (text === STOP ? [text, AGAIN] : [text])) : plain;
    expect(guardsOf(APPROVING, entity, transition)).toEqual(approving);
  });

  it("and who must act first stands in the chain of the shop that approves", () => {
    const waits = (shop: string) => registryOf(registry, shop).entities.BalancePay?.chain?.waits.map(({ title }) => title);
    const usual = [
      "取消停付",
      "结转至下一张结算单，或转为收款",
      "财务确认",
      "确认收款",
      "付款",
      "银行处理",
      "退回款项",
      "申请退还收款",
      "同意冲销",
    ];
    for (const shop of [PLAIN_SHOP, MALL]) expect(waits(shop)).toEqual(usual);
    expect(waits(APPROVING)).toEqual(usual.toSpliced(2, 0, "审批付款申请", "申请付款"));
    const todos = (profile: string) => registry.profiles[profile]?.modules["509"]?.todos.map(({ title }) => title);
    expect([todos("plain"), todos("appr39")]).toEqual([[], ["待审批付款"]]);
  });

  it("and the right that two shops ask for may be granted in every shop", () => {
    for (const { name, modules } of Object.values(registry.profiles))
      for (const id of ["503", "9503"]) {
        expect(modules[id]?.functions, name).toContain("balancepay");
        expect(modules[id]?.functionSides.balancepay, name).toEqual(["shop"]);
      }
  });
});

describe("an edit that loosens a rule of a shop waits, and says for which shops", () => {
  const SHOPS = "(shops 0000000001, 0000000054)";

  it("where a guard's patch is taken out", () => {
    const without = edited(PAYSTRICT, ({ entities }) => delete entities.BalancePay.states.Statu.transitions.confirm);
    expect(told(without)).toEqual([
      `held: BalancePay transition confirm profile paystrict guards removed: "${WAIT}" unless the user holds balancepay ${SHOPS}`,
    ]);
    expect(told(without, "zh")).toEqual([
      `held: 付款单(BalancePay) 操作 财务确认(confirm) 方案 付款须权限或附件(paystrict) 的前置条件 删除：“${WAIT}”，除非 有功能 balancepay（门店 0000000001、0000000054）`,
    ]);
    const unapproved = edited(APPR39, ({ entities }) => {
      delete entities.BalancePay.states;
    });
    expect(told(unapproved)).toEqual([
      'held: BalancePay transition confirm profile appr39 guards removed: "该单据尚未审批通过" unless not (approved < Bala_sum) (where Bala_sum > "0") (shop 0000000039)',
    ]);
  });

  it("where a guard asks for less, or of fewer rows", () => {
    const confirm = (edit: (add: Record<string, unknown>) => void) =>
      told(edited(PAYSTRICT, ({ entities }) => edit(entities.BalancePay.states.Statu.transitions.confirm.guards.supplierInvoice.add)));
    for (const lines of [
      confirm((add) => {
        add.require = { any: [{ can: "balancepay" }, { set: "attachurl" }] };
      }),
      confirm((add) => {
        add.when = { gt: ["Bala_sum", "1000"] };
      }),
    ])
      expect(lines).toContain(
        `held: BalancePay transition confirm profile paystrict guards removed: "${WAIT}" unless the user holds balancepay ${SHOPS}`,
      );
  });

  it.each([
    ["the whole file goes", () => FILES.filter(({ path }) => path !== PAYSTRICT)],
    ["its shops go", () => edited(PAYSTRICT, (overlay) => delete overlay.shops)],
  ])("where %s", (_what, files) => {
    const lines = told(files());
    for (const shop of [MALL, STRICT_SHOP]) {
      expect(lines).toContain(`held: shop ${shop} profile changed: paystrict → plain`);
      expect(lines).toContain(`held: shop ${shop} flag negative changed: collect → carry`);
      expect(lines).toContain(
        `held: BalancePay transition confirm shop ${shop} guards removed: "${WAIT}" unless the user holds balancepay`,
      );
      for (const [entity, transition, more] of [
        ["BalancePay", "pay", ""],
        ["BalancePay", "bankpay", ""],
        ["BalancePay", "merge", ""],
        ["BalancePayFath", "pay", " or barecount = 0"],
        ["BalancePayFath", "bankpay", " or barecount = 0"],
      ])
        expect(lines).toContain(
          `held: ${entity} transition ${transition} shop ${shop} guards removed: "${BARE.slice(0, -1)}" unless the user holds balancepay or attachurl is filled${more}, in other states too`,
        );
    }
  });

  it("where one shop leaves it, of that shop alone", () => {
    const lines = told(
      edited(PAYSTRICT, (overlay) => {
        overlay.shops = [MALL];
      }),
    );
    expect(lines).toContain(
      `held: BalancePay transition confirm shop ${STRICT_SHOP} guards removed: "${WAIT}" unless the user holds balancepay`,
    );
    expect(lines.filter((line) => line.includes(MALL))).toEqual([]);
  });
});

describe("a slip in a rule of a shop is refused", () => {
  const problems = (files: readonly RawFile[]) => {
    const result = build(files);
    return result.ok ? [] : result.problems.map((problem) => formatProblem(problem).replace(/:\d+:\d+ /, " "));
  };
  const CONFIRM = `${PAYSTRICT} /entities/BalancePay/states/Statu/transitions/confirm/guards`;

  it("with the near name of a right, a message, a guard beside it", () => {
    const said = (words: object) =>
      problems(
        edited(PAYSTRICT, ({ entities }) =>
          Object.assign(entities.BalancePay.states.Statu.transitions.confirm.guards.supplierInvoice, words),
        ),
      );
    expect(said({ add: { require: { can: "balancpay" }, else: WAIT } })).toEqual([
      `${CONFIRM}/supplierInvoice/add/require/can unknown right "balancpay" (did you mean "balancepay"?)`,
    ]);
    expect(said({ add: { require: { can: "balancepay" }, else: "WAIT" } })).toEqual([
      expect.stringContaining(`${CONFIRM}/supplierInvoice/add/else unknown message "WAIT"`),
    ]);
    expect(said({ after: "STP" })).toEqual([`${CONFIRM}/supplierInvoice/after there is no "STP" here (did you mean "STOP"?)`]);
  });

  it("as is a guard that the file has already, and a flag that is gone", () => {
    expect(problems(edited(PAYSTRICT, ({ flags }) => Object.assign(flags, { payRule: "balancepay" })))).toEqual([
      expect.stringContaining(`${PAYSTRICT} /flags/payRule flag "payRule" is not declared by profile plain`),
    ]);
    const twice = edited(PAYSTRICT, ({ entities }) => {
      entities.BalancePay.states.Statu.transitions.pay.guards.STOP = { add: { require: { eq: ["Isstop", false] } } };
    });
    expect(problems(twice)).toEqual([
      `${PAYSTRICT} /entities/BalancePay/states/Statu/transitions/pay/guards/STOP "STOP" is there already (say "set", or leave it out)`,
    ]);
  });
});

describe("what texts show of an overlay", () => {
  const shown = (path: string, fence: string, wrap = (text: string) => text) =>
    [...readFileSync(join(ROOT, path), "utf8").matchAll(new RegExp(`\`\`\`${fence}\\n([\\s\\S]*?)\`\`\``, "g"))]
      .map(([, text = ""]) => text)
      .filter((text) => text.includes("supplierInvoice"))
      .map((text): unknown => JSON.parse(wrap(text)));

  it("stands so in the file", () => {
    const file: unknown = JSON.parse(FILES.find(({ path }) => path === PAYSTRICT)?.text ?? "");
    const examples = [...shown("schemas/README.md", "json"), ...shown("docs/zh/configurator.md", "json-part", (text) => `{${text}}`)];
    expect(examples.length).toBe(2);
    for (const example of examples) expect(file).toMatchObject(example as object);
  });
});

describe("npm run rights", () => {
  it.each([
    [STRICT_SHOP, `"${WAIT}" unless the user holds balancepay`, PAYSTRICT],
    [APPROVING, '"该单据尚未审批通过" unless not (approved < Bala_sum) (where Bala_sum > "0")', APPR39],
  ])("names the guard of the profile of shop %s with its file", async (shop, guard, file) => {
    const why = await runScript(rights, "--dir", ROOT, "--side", "shop", "--shop", shop, "--module", "503", "--why", "action:confirm");
    expect(why).toMatchObject({ code: 0, err: "" });
    const line = why.out.split("\n").find((each) => each.includes(guard));
    expect(line).toMatch(new RegExp(`^ {2}limits guards: .* {2}\\(${file}:\\d+:\\d+\\)$`));
  });
});
