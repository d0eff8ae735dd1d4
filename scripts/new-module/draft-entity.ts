import { sharedOf } from "../../src/shared/registry/sources.ts";
import { jsonText } from "../language/json-text.ts";
import { freePrefix, type Ground, kebab } from "./proposals.ts";

/**
 * An entity whose rows can be created at once, to be shaped by hand: a bill (the shop writes, audits, the supplier confirms), an
 * application (the supplier writes and hands in, the shop decides) or a master record that the shop keeps.
 */
export function draftEntity(ground: Ground, name: string, title: string, kind: string): { readonly path: string; readonly text: string } {
  const parts = kind === "master" ? master(ground) : document(ground, title, kind === "application");
  return {
    path: `schemas/entities/${kebab(name)}.json`,
    text: jsonText({ $schema: "../meta/entity.schema.json", name, title, ...parts }),
  };
}

function document(ground: Ground, title: string, isApplication: boolean) {
  const has = known(ground);
  const by = isApplication ? ["supplier"] : ["shop"];
  const more = isApplication && has.mixin("application") ? ["application"] : [];
  const codes = ["rejectReason"].filter(() => more.length > 0);
  return {
    tenancy: "shop+supplier",
    like: ["base", "party", "document", ...more],
    number: { Billid: freePrefix(ground, title) },
    visibleTo: isApplication ? { shop: { ne: ["Statu", 0] } } : { supplier: { gt: ["Statu", 0] } },
    fields: {
      title: { title: "主题", type: "string", length: 100, required: true, width: 200 },
      TotalMoney: { title: "金额", type: "money", default: 0, min: 0 },
      ...(isApplication ? { Statu: { title: "状态", type: "enum", values: APPLICATION_STATES } } : {}),
    },
    sections: [
      { title: "基本信息", fields: ["Billid", "busdate", "provid", "Provider", "title", "TotalMoney"] },
      { title: "状态", fields: ["Statu", ...codes, "auditor", "audittime", "creator", "createtime", "Remark"] },
    ],
    save: { create: { by }, edit: { by }, delete: { by } },
    states: { Statu: isApplication ? applicationMachine(has) : has.machine("bill") ? { like: "bill" } : BILL },
    unique: [["Billid"]],
    indexes: [["busdate"]],
  };
}

function master(ground: Ground) {
  const has = known(ground);
  const values = [
    { code: 1, title: "启用", tone: "success" },
    { code: 0, title: "停用", tone: "muted" },
  ];
  return {
    tenancy: "shop",
    like: ["base"],
    label: "title",
    fields: {
      title: { title: "名称", type: "string", length: 100, required: true, width: 200 },
      statu: { title: "状态", type: "enum", ...(has.codes("Enabled", [0, 1]) ? { enum: "Enabled" } : { values }) },
    },
    sections: [
      { title: "基本信息", fields: ["title", "Remark"] },
      { title: "状态", fields: ["statu", "creator", "createtime"] },
    ],
    save: { create: { by: ["shop"] }, edit: { by: ["shop"] }, delete: { by: ["shop"] } },
    states: { statu: has.machine("switch") ? { like: "switch" } : SWITCH },
    unique: [["title"]],
  };
}

/** The archetype's ways where its reasons of refusal can be written, else the same without. */
function applicationMachine({ machine, mixin }: ReturnType<typeof known>) {
  return machine("application") && mixin("application") ? { like: "application" } : APPLICATION;
}

/** What the registry's shared files have. */
function known({ context: { sources } }: Ground) {
  return {
    mixin: (name: string) => sharedOf(sources, "entities").some((each) => each.name === name),
    machine: (name: string) => sharedOf(sources, "states").some((each) => each.name === name),
    codes: (name: string, codes: readonly number[]) =>
      sharedOf(sources, "enums").some(
        ({ name: own, raw }) => own === name && codes.every((code) => raw.some((value) => value.code === code)),
      ),
  };
}

const APPLICATION_STATES = [
  { code: 0, title: "录入" },
  { code: 10, title: "待审核", tone: "info" },
  { code: 50, title: "已通过", tone: "success" },
  { code: -1, title: "已驳回", tone: "error" },
];

const AUDITED = { set: { auditor: { actor: "UsrName" }, audittime: { now: true } } };

const BILL = {
  default: 0,
  final: [50],
  transitions: {
    audit: { title: "审核", from: [0], to: 10, by: ["shop"], key: "audit", bulk: true, effects: [AUDITED, { unread: "supplier" }] },
    provconfirm: { title: "厂商确认", from: [10], to: 50, by: ["supplier"], key: "provconfirm", effects: [{ read: "supplier" }] },
  },
};

const APPLICATION = {
  default: 0,
  final: [50],
  transitions: {
    submit: { title: "提交", from: [0], to: 10, by: ["supplier"], key: "submit", bulk: true, effects: [{ unread: "shop" }] },
    audit: { title: "审核", from: [10], to: 50, by: ["shop"], key: "audit", effects: [AUDITED, { unread: "supplier" }] },
    reject: { title: "驳回", from: [10], to: -1, by: ["shop"], key: "reject", effects: [AUDITED, { unread: "supplier" }] },
    reopen: { title: "重新修改", from: [-1], to: 0, by: ["supplier"], key: "edit" },
  },
};

const SWITCH = {
  default: 1,
  transitions: {
    disable: { title: "停用", from: [1], to: 0, by: ["shop"], key: "stop", bulk: true },
    enable: { title: "启用", from: [0], to: 1, by: ["shop"], key: "stop", bulk: true },
  },
};
