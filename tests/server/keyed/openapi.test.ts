import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, expect, it } from "vitest";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { callWithKey, type KeyedWorld, openKeyedWorld } from "./fixtures/keyed-world.ts";
import { sendArray, sendLines } from "./fixtures/send-in.ts";

// biome-ignore lint/suspicious/noExplicitAny: a document of any form
type Document = any;

describeEngine("the description of the interface", (open) => {
  let world: KeyedWorld;
  beforeAll(async () => {
    world = await openKeyedWorld(open);
  });
  const read = async (key?: string): Promise<{ status: number; document: Document; text: string }> => {
    const answer = await world.app.inject({
      method: "GET",
      url: "/api/openapi.json",
      headers: key === undefined ? {} : { authorization: `Key ${key}` },
    });
    return { status: answer.statusCode, document: answer.json(), text: answer.body };
  };
  const problems = async (document: Document) => (await new Validator().validate(document)).errors ?? [];
  /** Of everything that anybody may open. */
  const keyToAll = async (user = "admin") => {
    const { groups } = (await world.as(user, "Module/9010/Scopes")).Result;
    const pages = groups.flatMap(({ modules }: Document) => modules);
    const ticks = pages.flatMap(({ MdlId, functions }: Document) => functions.map((act: Document) => `${MdlId}.${act.key}`));
    return world.newKey(ticks.join(","), { rate: "6000" }, user);
  };
  /** A part of the document, checked as what it is. */
  const fitsIn = (document: Document, schema: object) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { date: true, uuid: true } });
    const validate = ajv.compile({ ...schema, components: document.components });
    return (value: unknown) => (validate(value) ? [] : validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`));
  };

  it("is valid OpenAPI 3.1, for whoever asks without a key and for keys that open everything a retailer or a mall has", async () => {
    const documents = [await read(), await read(await keyToAll()), await read(await keyToAll("mall01"))];
    for (const { status, document } of documents) {
      expect(status).toBe(200);
      expect(document.openapi).toBe("3.1.0");
      expect(await problems(document)).toEqual([]);
    }
  });

  it("tells whoever has no key how to call, and nothing of what there is", async () => {
    const { document, text } = await read();
    expect(Object.keys(document.paths)).toEqual(["/api/In/{entity}", "/api/Out/{entity}"]);
    const { entities, modules } = world.registry;
    const names = [...Object.keys(entities).filter((name) => name.length > 5), ...Object.values(modules).map(({ entry }) => entry.title)];
    expect(names.filter((name) => new RegExp(`"[^"]*\\b${name}\\b[^"]*":`).test(text))).toEqual([]);
  });

  it("tells a key what it opens, and refuses one that opens nothing", async () => {
    const key = await world.newKey("8901.out,9011.in,805.out,801.out");
    const { document } = await read(key);
    expect(Object.keys(document.paths).sort()).toEqual(["/api/In/Store", "/api/Out/Order", "/api/Out/User"]);
    expect(Object.keys(document.webhooks).sort()).toEqual(["pushOrder", "pushUser"]);
    expect(document.paths["/api/Out/User"].post.parameters).toMatchObject([{ name: "mdl", schema: { enum: [801, 805] } }]);
    expect(document.components.schemas["In.Store"]).toMatchObject({ required: ["StoreId"], additionalProperties: false });
    expect((await read(`${key.slice(0, -4)}AAAA`)).status).toBe(401);
  });

  it("describes what calls take and answer", async () => {
    const key = await keyToAll();
    const { document } = await read(key);
    const answerOf = (path: string, type: string) => document.paths[path].post.responses["200"].content[type].schema;
    const bodyOf = (path: string, type: string) => document.paths[path].post.requestBody.content[type].schema;
    const rows = [{ StoreId: "S1", StoreName: "一店", InvTitle: "惠民", TaxNo: "91DEMO000000000175", taxRate: 0.13, tel: null }];
    expect(fitsIn(document, bodyOf("/api/In/Store", "application/json"))(rows)).toEqual([]);
    expect(fitsIn(document, bodyOf("/api/In/Store", "application/json"))([{ ...rows[0], colour: "red" }])).not.toEqual([]);
    const array = await sendArray(world, key, "Store", "o-1", [...rows, {}]);
    expect(fitsIn(document, answerOf("/api/In/Store", "application/json"))(JSON.parse(array.body))).toEqual([]);
    const { lines, end } = await sendLines(world, key, "Store", "o-2", [...rows, {}]);
    for (const line of [...lines, end]) expect(fitsIn(document, answerOf("/api/In/Store", "application/x-ndjson"))(line)).toEqual([]);
    for (const path of Object.keys(document.paths).filter((one) => one.startsWith("/api/Out/"))) {
      const pages: number[] = document.paths[path].post.parameters[0]?.schema.enum ?? [undefined];
      for (const mdl of pages) {
        const answer = await callWithKey(world, key, path.replace("/api/", ""), { limit: 5, ...(mdl !== undefined && { mdl }) });
        expect(answer.Code, `${path} ${mdl} ${answer.body}`).toBe(200);
        expect(fitsIn(document, answerOf(path, "application/json"))(JSON.parse(answer.body)), path).toEqual([]);
      }
    }
  });
});
