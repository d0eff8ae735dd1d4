import { OUT_LIMITS } from "../out/take-out.ts";
import type { Schema } from "./field-schema.ts";

/** References into the components of the document. */
export const REF = {
  schema: (name: string) => `#/components/schemas/${name}`,
  response: (name: string) => `#/components/responses/${name}`,
  parameter: (name: string) => `#/components/parameters/${name}`,
} as const;

export const ENVELOPE_CODES = "200 成功，400 请求有误，403 无权，404 没有开放，409 批号或 cursor 不能这样用，422 不符合业务规则";

/** The envelope of an answer, with these properties of its result. */
export const enveloped = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: "object",
  required: ["Code", "Msg", "Result"],
  properties: {
    Code: { type: "integer" },
    Msg: { type: "string" },
    Result: { type: ["object", "null"], ...(required.length > 0 && { required }), properties },
  },
});

const text = (description: string): Schema => ({ type: "string", description });
const count: Schema = { type: "integer", minimum: 0 };

const failure = (description: string, headers?: Schema): Schema => ({
  description,
  ...(headers !== undefined && { headers }),
  content: { "application/json": { schema: { $ref: REF.schema("Failure") } } },
});

const header = (name: string, description: string): Schema => ({
  name: `x-scm-${name}`,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

const RETRY: Schema = { "Retry-After": { description: "这么多秒之后再试", schema: { type: "integer" } } };

/** What all calls have in common. */
export const COMPONENTS = {
  securitySchemes: {
    key: { type: "apiKey", in: "header", name: "Authorization", description: "Key <接口密钥>，在“接口密钥”页面新建" },
  },
  parameters: {
    batch: {
      name: "Idempotency-Key",
      in: "header",
      required: true,
      description: "批号：同一批重发时相同，新的一批用新的；也可用参数 batch",
      schema: { type: "string", pattern: "^[A-Za-z0-9._:-]{1,64}$" },
    },
    atomic: { name: "atomic", in: "query", description: "有一行被拒绝则整批不写入", schema: { type: "boolean", default: false } },
    "push-subscription": header("subscription", "订阅编号"),
    "push-delivery": header("delivery", "推送编号：重试和重新发送时不变，据此去重"),
    "push-timestamp": header("timestamp", "1970 年以来的秒数"),
    "push-nonce": header("nonce", "每次尝试都不同"),
    "push-signature": header(
      "signature",
      "HMAC-SHA256（十六进制），对 POST、路径、订阅编号、timestamp、nonce、正文的 SHA-256（十六进制）六行",
    ),
  },
  responses: {
    Unknown: failure("密钥不正确、已吊销或已到期"),
    TooMany: failure("请求太多", RETRY),
    Unavailable: failure("服务暂时不可用，可用同一批号重发", RETRY),
  },
  schemas: {
    Failure: {
      type: "object",
      required: ["Code", "Msg", "Result"],
      properties: { Code: { type: "integer" }, Msg: { type: "string" }, Result: {} },
    },
    Problem: {
      type: "object",
      required: ["column", "message"],
      properties: {
        column: { type: ["string", "null"], description: "列名；明细写作 lines[2].amount，从 1 数" },
        message: { type: "string" },
      },
    },
    Totals: {
      type: "object",
      properties: Object.fromEntries(["created", "updated", "same", "refused", "undone"].map((state) => [state, count])),
    },
    RowEnd: {
      type: "object",
      required: ["row", "state", "id", "key"],
      properties: {
        row: { type: "integer", minimum: 1, description: "第几行，从 1 数" },
        state: {
          type: "string",
          enum: ["created", "updated", "same", "refused", "undone"],
          description: "新增、修改、没有变化、被拒绝、因整批不写入而撤销",
        },
        id: { type: ["integer", "null"] },
        key: text("主键"),
        problems: { type: "array", items: { $ref: REF.schema("Problem") } },
      },
    },
    InAnswer: enveloped({
      batch: { type: "string" },
      totals: { $ref: REF.schema("Totals") },
      rows: { type: "array", items: { $ref: REF.schema("RowEnd") } },
      notice: text("只告知这一次的内容，如初始密码"),
    }),
    InLine: {
      description: "一行一个；最后一行有 end。没有 end，或其 Code 不是 200，请用同一批号重发",
      anyOf: [
        { $ref: REF.schema("RowEnd") },
        { type: "object", required: ["notice"], properties: { notice: { type: "string" } } },
        {
          type: "object",
          required: ["end", "Code", "Msg"],
          properties: {
            end: { type: "boolean", const: true },
            Code: { type: "integer" },
            Msg: { type: "string" },
            totals: { $ref: REF.schema("Totals") },
          },
        },
      ],
    },
    OutRequest: {
      type: "object",
      properties: {
        cursor: text("上一次回答的 cursor，原样送回；从头开始时不写"),
        limit: { type: "integer", minimum: 1, maximum: OUT_LIMITS.most, default: OUT_LIMITS.usual },
      },
    },
    Push: {
      type: "object",
      required: ["delivery", "event", "entity", "Id", "happened"],
      properties: {
        delivery: { type: "string", format: "uuid" },
        event: { type: "string", enum: ["created", "changed", "deleted", "transition"] },
        entity: { type: "string" },
        Id: { type: "integer" },
        happened: text("yyyy-MM-dd HH:mm:ss"),
        row: { type: "object", description: "发送时的样子；已删除的没有" },
        key: { type: "object", description: "已删除的数据的主键" },
        transition: {
          type: "object",
          properties: {
            action: { type: "string" },
            title: { type: "string" },
            from: { type: ["string", "null"] },
            to: { type: ["string", "null"] },
          },
        },
      },
    },
  },
} as const;
