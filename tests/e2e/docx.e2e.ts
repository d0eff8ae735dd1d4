import type { ScreenModel, ShowResult } from "../../src/shared/protocol/screen.ts";
import { docx, p, related } from "../server/app/fixtures/documents.ts";
import { Beside } from "./beside.ts";
import { expect, test } from "./fixtures.ts";

/** The page of contracts, which come with a file. */
const CONTRACTS = "105";
const ELSEWHERE = "http://elsewhere.example";
const DRAWING = `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip r:embed="rId7" r:link="rId7"/></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
const LINK = '<w:p><w:hyperlink r:id="rId7"><w:r><w:t>外面的链接</w:t></w:r></w:hyperlink></w:p>';
const HTML = `<html><body><img src="${ELSEWHERE}/chunk.png"><script>fetch("${ELSEWHERE}/chunk")</script></body></html>`;

/** What no upload would let in, as it would come if it had: documents from before, or a gap in the check. */
const HOSTILE = [
  ["a picture elsewhere", docx(p("第一页") + DRAWING, related("image", `${ELSEWHERE}/a.png`))],
  ["a link", docx(p("第一页") + LINK, related("hyperlink", `${ELSEWHERE}/link`))],
  ["a template elsewhere", docx(p("第一页"), related("attachedTemplate", `${ELSEWHERE}/t.dotm`))],
  ["a web page in it", docx(`${p("第一页")}<w:altChunk r:id="rId7"/>`, { ...related("aFChunk", "a.html", ""), "word/a.html": HTML })],
] as const;

test("a Word document is drawn without asking anybody outside for anything", async ({ page, portal, signIn }) => {
  const asked: string[] = [];
  page.context().on("request", (request) => asked.push(request.url()));
  await signIn("admin01");
  const beside = await Beside.signIn(portal, "admin01");
  const { path } = await beside.call<ScreenModel>("Registry/GetModule", { mdl: CONTRACTS });
  let id = 0;
  for (const row of await beside.rows(`Module/${CONTRACTS}/GetPage`)) {
    const { file } = (await beside.call<ShowResult>(`Module/${CONTRACTS}/Get`, { id: String(row.Id) })).row;
    if (id === 0 && String(file ?? "").endsWith(".docx")) id = Number(row.Id);
    if (id !== 0) break;
  }
  expect(id).toBeGreaterThan(0);
  for (const [what, bytes] of HOSTILE) {
    await test.step(what, async () => {
      await page.route("**/UpLoadFile/Download", (route) =>
        route.fulfill({ contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document", body: bytes }),
      );
      await page.goto(`${portal.url}${path}/show/${id}`);
      await page
        .getByText(/\.docx$/)
        .first()
        .click();
      await page.getByTestId("file-prompt").getByRole("button", { name: "查看" }).click();
      const drawn = page.frameLocator(".docx-frame");
      await expect(drawn.getByText("第一页")).toBeVisible();
      await expect(drawn.locator('[src*="elsewhere"], [href*="elsewhere"], script, iframe')).toHaveCount(0);
      await page.unroute("**/UpLoadFile/Download");
    });
  }
  const outside = asked.filter((url) => !url.startsWith(portal.url) && !/^(?:blob|data|about):/.test(url));
  expect(outside).toEqual([]);
});
