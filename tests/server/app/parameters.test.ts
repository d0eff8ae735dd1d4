import { beforeAll, describe, expect, it } from "vitest";
import { call, FORM, openPortal, type Portal, signIn } from "./fixtures/portal.ts";

describe("parameters", () => {
  let portal: Portal;
  let token: string;
  beforeAll(async () => {
    portal = await openPortal();
    token = await signIn(portal, "admin");
  });

  const send = async (payload: string | Buffer, headers: Readonly<Record<string, string>> = FORM, query = "") => {
    const answer = await portal.app.inject({
      method: "POST",
      url: `/api/Module/8901/GetPage${query}`,
      payload,
      headers: { ...headers, authorization: token },
    });
    return { status: answer.statusCode, ...answer.json<{ Code: number; Msg: string; Result: unknown }>() };
  };

  it("are taken from the address, the body, or both", async () => {
    expect((await send("rows=1")).Result).toMatchObject({ total: 5, rows: [{}] });
    expect((await send("", FORM, "?rows=1&page=2")).Result).toMatchObject({ rows: [{}] });
    expect((await send("rows=1", FORM, "?page=2")).Code).toBe(200);
    expect((await send('{"rows":1,"page":"2","sort":null}', { "content-type": "application/json" })).Result).toMatchObject({ rows: [{}] });
  });

  it.each([
    ["twice", "rows=1&rows=2", "rows"],
    ["as a list", "rows[]=1", "rows[]"],
    ["as an object", "rows[a]=1", "rows[a]"],
    ["with a dot", "rows.a=1", "rows.a"],
    ["__proto__", "__proto__=1", "__proto__"],
    ["__proto__, encoded", "%5F%5Fproto__=1", "__proto__"],
    ["constructor", "constructor=1", "constructor"],
    ["prototype", "prototype=1", "prototype"],
    ["without a name", "=1", '""'],
    ["with a NUL", "rows=%00", "rows"],
    ["with an escape sequence", "sort=%1b[31m", "sort"],
    ["with broken percent signs", "rows=%zz", "rows"],
    ["with bytes that are no UTF-8", "rows=%ff%fe", "rows"],
    ["with half a surrogate", "rows=%ed%a0%80", "rows"],
  ])("are refused %s, in body and address", async (_title, text, name) => {
    for (const answer of [await send(text), await send("", FORM, `?${text}`)]) {
      expect(answer).toMatchObject({ status: 200, Code: 400, Result: null });
      expect(answer.Msg).toContain(name);
    }
  });

  it("are refused in body and address at once", async () => {
    expect(await send("rows=1", FORM, "?rows=1")).toMatchObject({ Code: 400, Msg: expect.stringContaining("rows") });
  });

  it.each([
    ['{"rows":[1]}', "rows"],
    ['{"rows":{"a":1}}', "rows"],
    ['{"rows":1,"rows":2}', "rows"],
    ['{"__proto__":1}', "__proto__"],
    ['{"rows":"\\u0000"}', "rows"],
    ['{"rows":"\\ud800"}', "rows"],
    ["[]", "JSON"],
    ["null", "JSON"],
    ["1", "JSON"],
    ["{", "JSON"],
    ["", "JSON"],
    [`${"[".repeat(100_000)}`, "JSON"],
    [`{"rows":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, "rows"],
  ])("are refused in JSON: %.40s", async (text, name) => {
    const answer = await send(text, { "content-type": "application/json" });
    expect(answer).toMatchObject({ Code: 400 });
    expect(answer.Msg).toContain(name);
  });

  it.each([
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/xml",
    "application/json; charset=gbk",
    "application/x-www-form-urlencoded; charset=utf-16",
    "application/json, application/x-www-form-urlencoded",
    "application/json;",
    "application/json\t",
    "application/json ; charset=utf-8",
    "application/jsonx",
    "application/vnd.api+json",
    "application/json/x",
    "*/*",
    "",
  ])("are refused as %j", async (type) => {
    const answer = await send("rows=1", { "content-type": type });
    expect(answer).toMatchObject({ status: 415, Code: 415, Result: null });
  });

  it.each(["application/x-www-form-urlencoded;charset=UTF-8", "APPLICATION/X-WWW-FORM-URLENCODED", 'application/json; charset="utf-8"'])(
    "are taken as %j",
    async (type) => expect((await send(type.includes("json") ? '{"rows":1}' : "rows=1", { "content-type": type })).Code).toBe(200),
  );

  it("may be 256 KB together", async () => {
    expect((await send(`x=${"a".repeat(200_000)}`)).Code).toBe(200);
    expect(await send(`x=${"a".repeat(300_000)}`)).toMatchObject({ status: 413, Code: 413, Result: null });
  });

  it.each([
    [{ page: "0" }, "page"],
    [{ page: "1.5" }, "page"],
    [{ rows: "-1" }, "rows"],
    [{ rows: "1e3" }, "rows"],
    [{ sort: "nothing" }, "nothing"],
    [{ sort: "Billid;drop table x" }, "sort"],
    [{ sort: "Billid", order: "sideways" }, "sideways"],
    [{ columns: "Billid,hash" }, "hash"],
    [{ filter: "not json" }, "filter"],
    [{ filter: '[{"field":"hash","operator":"eq","value":"x"}]' }, "hash"],
    [{ filter: '[{"field":"Billid","operator":"like","value":"x"}]' }, "like"],
    [{ filter: '[{"field":"busdate","operator":"eq","value":"2025-02-30"}]' }, "filter"],
    [{ purpose: "spying" }, "purpose"],
  ])("of a list are refused by name: %j", async (params, name) => {
    const answer = await call(portal, token, "Module/8901/GetPage", params as unknown as Record<string, string>);
    expect(answer).toMatchObject({ status: 200, Code: 400, Result: null });
    expect(answer.Msg).toContain(name);
  });

  it.each([
    ["Get", {}, "id"],
    ["Get", { id: "one" }, "id"],
    ["Get", { id: "1,2" }, "id"],
    ["Get", { id: "99999999999999999999" }, "id"],
    ["Action", { ids: "1" }, "action"],
    ["Action", { action: "audit" }, "ids"],
    ["Action", { action: "fly", ids: "1" }, "fly"],
    ["Action", { action: "audit", ids: "1", rowver: "x" }, "rowver"],
    ["Action", { action: "audit", ids: "1", each: "yes" }, "each"],
    ["TryAction", { filter: "[]" }, "action"],
    ["TryAction", { action: "audit", filter: "[]", after: "-1" }, "after"],
    ["TryAction", { action: "audit", filter: "{" }, "filter"],
    ["Action", { action: "__proto__", ids: "1" }, "__proto__"],
  ])("of %s are refused by name: %j", async (path, params, name) => {
    const answer = await call(portal, token, `Module/8901/${path}`, params as unknown as Record<string, string>);
    expect(answer).toMatchObject({ status: 200, Code: 400, Result: null });
    expect(answer.Msg).toContain(name);
  });
});
