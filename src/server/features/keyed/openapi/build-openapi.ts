import type { Module } from "../../../../shared/registry/model.ts";
import { type ImportSpec, importSpec } from "../../../engine/import/spec.ts";
import type { QueryContext } from "../../../query/context.ts";
import { IN_LIMITS } from "../in/limits.ts";
import { type ActsOfPage, IN, OUT } from "../key/acts.ts";
import { keyFields } from "../out/feed-shape.ts";
import { OUT_LIMITS } from "../out/take-out.ts";
import { LINES, toldOf } from "../out/told.ts";
import { columnSchema, EMPTIES, type Schema, toldSchema } from "./field-schema.ts";
import { COMPONENTS, ENVELOPE_CODES, enveloped, REF } from "./frame.ts";

/*
 * Long on purpose: the description of each call stands as the reader of the document sees it.
 */

/** Who asks, and what is open to him; null: somebody without a key. */
export interface OpenApiOf {
  readonly opened: { readonly context: QueryContext; readonly acts: readonly ActsOfPage[] } | null;
  readonly title: string;
  readonly version: string;
  /** How the portal is reached; undefined: nobody said. */
  readonly publicUrl: string | undefined;
}

type Part = Readonly<Record<string, Schema>>;

/**
 * The calls of the keyed interface as OpenAPI 3.1. With a key: what it opens, with the fields of its shop as they are read and written by
 * who answers for it. Without one: the same calls of any entity, and nothing of what there is.
 */
export function buildOpenApi({ opened, title, version, publicUrl }: OpenApiOf): Schema {
  const { paths, schemas, webhooks } = opened === null ? ANY : ofKey(opened.context, opened.acts);
  return {
    openapi: "3.1.0",
    info: { title: `${title} 接口`, version, description: DESCRIPTION },
    ...(publicUrl !== undefined && { servers: [{ url: publicUrl }] }),
    security: [{ key: [] }],
    paths,
    ...(Object.keys(webhooks).length > 0 && { webhooks }),
    components: { ...COMPONENTS, schemas: { ...COMPONENTS.schemas, ...schemas } },
  };
}

const DESCRIPTION = [
  "本企业的系统凭接口密钥送入、取出数据。请求头 Authorization: Key <密钥>。",
  `业务结果都是 HTTP 200，以 Code 区分：${ENVELOPE_CODES}。`,
  "金额、数量、税率等小数以文本传递，不丢精度。",
].join("\n");

interface Described {
  readonly paths: Part;
  readonly schemas: Part;
  readonly webhooks: Part;
}

function ofKey(ctx: QueryContext, acts: readonly ActsOfPage[]): Described {
  const paths: Record<string, Schema> = {};
  const schemas: Record<string, Schema> = {};
  const webhooks: Record<string, Schema> = {};
  for (const [act, describe] of [
    [IN, describeIn],
    [OUT, describeOut],
  ] as const) {
    const pages = acts.filter((page) => page.acts.some(({ name }) => name === act));
    for (const entity of new Set(pages.map((page) => page.entity))) {
      const own = pages.filter((page) => page.entity === entity).map(({ module }) => module);
      const described = describe(ctx, entity.name, own);
      Object.assign(paths, described.paths);
      Object.assign(schemas, described.schemas);
      Object.assign(webhooks, described.webhooks);
    }
  }
  return { paths, schemas, webhooks };
}

/** Where several pages are open, the call says which; each has columns of its own. */
function pagesParameter(pages: readonly Module[]): Schema[] {
  if (pages.length < 2) return [];
  const description = `页面：${pages.map(({ id, entry }) => `${id} ${entry.title}`).join("；")}`;
  return [{ name: "mdl", in: "query", required: true, description, schema: { type: "integer", enum: pages.map(({ id }) => id) } }];
}

function describeIn(ctx: QueryContext, entity: string, pages: readonly Module[]): Described {
  const specs = pages.flatMap((module) => {
    const spec = importSpec(ctx, module);
    return spec === null ? [] : [{ module, spec }];
  });
  const schemas = Object.fromEntries(specs.map(({ module, spec }) => [nameOf("In", entity, module, pages), inSchema(ctx, spec)]));
  const row = oneOf(Object.keys(schemas));
  const [first] = specs;
  if (first === undefined) return { paths: {}, schemas: {}, webhooks: {} };
  const then = first.spec.next.map(({ title }) => title).join("、");
  const operation = inOperation(`in${entity}`, `送入${first.spec.title}`, row, [
    ...pagesParameter(pages),
    ...(then === "" ? [] : [{ ...THEN, description: `新增的单据随即：${then}` }]),
  ]);
  return { paths: { [`/api/In/${entity}`]: { post: operation } }, schemas, webhooks: {} };
}

function inSchema({ registry }: QueryContext, { entity, key, columns, lines }: ImportSpec): Schema {
  const prefix = lines === null ? null : `${lines}.`;
  const isLine = ({ name }: ImportSpec["columns"][number]) => prefix !== null && name.startsWith(prefix);
  const head = columns.filter((column) => !isLine(column));
  const ofLine = columns.filter(isLine).map((column) => [column.name.slice(prefix?.length), columnSchema(column)] as const);
  const number = registry.entities[entity]?.number?.field;
  const required = key.filter((name) => name !== number && head.some((column) => column.name === name));
  const table: Schema = { type: "object", additionalProperties: false, properties: Object.fromEntries(ofLine) };
  return {
    type: "object",
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    description: EMPTIES,
    properties: {
      ...Object.fromEntries(head.map((column) => [column.name, columnSchema(column)])),
      ...(prefix !== null && { [LINES]: { title: "明细", type: "array", minItems: 1, maxItems: IN_LIMITS.linesOfRow, items: table } }),
    },
  };
}

const THEN = { name: "then", in: "query", schema: { type: "boolean", default: false } } as const;

function inOperation(operationId: string, summary: string, row: Schema, parameters: readonly Schema[]): Schema {
  const { array, lines } = IN_LIMITS;
  return {
    operationId,
    summary,
    description: `按主键新增或修改。JSON 数组最多 ${array.rows} 行、${array.bytes / 1024 / 1024} MB，更多用 NDJSON（最多 ${lines.rows} 行）。同一批号重发得到同样的回答，不会重复写入。`,
    parameters: [{ $ref: REF.parameter("batch") }, { $ref: REF.parameter("atomic") }, ...parameters],
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: { type: "array", items: row, maxItems: array.rows } },
        "application/x-ndjson": { schema: row },
      },
    },
    responses: {
      "200": {
        description: "每行的结果",
        content: {
          "application/json": { schema: { $ref: REF.schema("InAnswer") } },
          "application/x-ndjson": { schema: { $ref: REF.schema("InLine") } },
        },
      },
      ...FAILURES,
    },
  };
}

function describeOut(ctx: QueryContext, entity: string, pages: readonly Module[]): Described {
  const schemas = Object.fromEntries(pages.map((module) => [nameOf("Out", entity, module, pages), outSchema(ctx, module)]));
  const row = oneOf(Object.keys(schemas));
  const of = ctx.registry.entities[entity];
  const title = of?.title ?? entity;
  const keys = of === undefined ? [] : keyFields(of);
  const operation = outOperation(`out${entity}`, `取出${title}的变化`, row, keys, pagesParameter(pages));
  return {
    paths: { [`/api/Out/${entity}`]: { post: operation } },
    schemas,
    webhooks: { [`push${entity}`]: { post: pushOperation(entity, title, row) } },
  };
}

function outSchema({ registry, viewer }: QueryContext, module: Module): Schema {
  const { fields, tables } = toldOf(registry, viewer, module);
  const table = (of: (typeof tables)[number]): Schema => ({
    title: of.entity.title,
    type: "array",
    items: { type: "object", properties: Object.fromEntries(of.fields.map((field) => [field.name, toldSchema(field)])) },
  });
  return {
    title: module.entry.title,
    type: "object",
    properties: Object.fromEntries([
      ...fields.map((field) => [field.name, toldSchema(field)] as const),
      ...tables.map((of) => [of.property, table(of)] as const),
    ]),
  };
}

function outOperation(operationId: string, summary: string, row: Schema, keys: readonly string[], parameters: readonly Schema[]): Schema {
  const change: Schema = {
    type: "object",
    required: ["change", "Id"],
    properties: {
      change: {
        type: "string",
        enum: ["written", "removed"],
        description: "written：新增或修改后的样子；removed：已删除，或不再属于本页面",
      },
      Id: { type: "integer" },
      row,
      key: { type: "object", description: `已删除的数据的主键${keys.length === 0 ? "" : `：${keys.join("、")}`}` },
    },
  };
  return {
    operationId,
    summary,
    description: "从头取（不带 cursor）先得到全部数据，之后只得到变化，先变的在前；每次保存回答的 cursor，下次带上。",
    parameters,
    requestBody: { content: { "application/json": { schema: { $ref: REF.schema("OutRequest") } } } },
    responses: {
      "200": {
        description: "变化",
        content: {
          "application/json": {
            schema: enveloped(
              {
                rows: { type: "array", maxItems: OUT_LIMITS.most, items: change },
                cursor: { type: "string" },
                more: { type: "boolean", description: "还有更多，请接着取" },
              },
              ["rows", "cursor", "more"],
            ),
          },
        },
      },
      ...FAILURES,
    },
  };
}

function pushOperation(entity: string, title: string, row: Schema): Schema {
  return {
    operationId: `push${entity}`,
    summary: `${title}有变化（推送订阅）`,
    parameters: ["subscription", "delivery", "timestamp", "nonce", "signature"].map((name) => ({ $ref: REF.parameter(`push-${name}`) })),
    requestBody: { content: { "application/json": { schema: { allOf: [{ $ref: REF.schema("Push") }, { properties: { row } }] } } } },
    responses: { "2XX": { description: "已收下；其他回答会重试" } },
  };
}

const FAILURES: Part = {
  "401": { $ref: REF.response("Unknown") },
  "429": { $ref: REF.response("TooMany") },
  "503": { $ref: REF.response("Unavailable") },
};

const nameOf = (direction: string, entity: string, { id }: Module, pages: readonly Module[]): string =>
  pages.length > 1 ? `${direction}.${entity}.${id}` : `${direction}.${entity}`;

function oneOf(names: readonly string[]): Schema {
  const [first = "", ...others] = names.map((name) => ({ $ref: REF.schema(name) }));
  return others.length === 0 ? (first as Schema) : { anyOf: [first, ...others] };
}

const ENTITY = {
  name: "entity",
  in: "path",
  required: true,
  description: "数据代码，带密钥读取本文件可见",
  schema: { type: "string" },
} as const;

/** What anybody may know. */
const ANY: Described = {
  paths: {
    "/api/In/{entity}": { post: inOperation("in", "送入数据", { type: "object" }, [ENTITY, THEN]) },
    "/api/Out/{entity}": { post: outOperation("out", "取出变化", { type: "object" }, [], [ENTITY]) },
  },
  schemas: {},
  webhooks: {},
};
