import { create } from "svg-captcha";
import type { CaptchaPicture } from "../../shared/protocol/screen.ts";
import type { Db } from "../db/connect.ts";
import { newToken } from "./token.ts";

const TABLE = "_captcha";
const LIFETIME_MS = 5 * 60_000;
/** Kept at once for one address, and in all; older ones make room. */
const MOST_OF_ADDRESS = 20;
const MOST = 20_000;

/** Without characters that look alike (0 O, 1 I L, 2 Z, 5 S, 8 B, G 6, U V, D O Q). */
const CHARACTERS = "ACEFHJKMNPRTUWXY34679";
const LOOKS = {
  size: 4,
  charPreset: CHARACTERS,
  noise: 2,
  color: true,
  background: "#f4f7fc",
  width: 132,
  height: 44,
  fontSize: 48,
} as const;

/** Draws a captcha and keeps its answer, so that whichever server process is asked next knows it. */
export async function makeCaptcha(db: Db, address: string, now: Date): Promise<CaptchaPicture> {
  const { text, data } = create(LOOKS);
  const id = newToken();
  const expires = new Date(now.getTime() + LIFETIME_MS).toISOString();
  await makeRoom(db, address, now);
  await db.insertInto(TABLE).values({ id, answer: text, address, expires }).execute();
  return { id, image: `data:image/svg+xml;base64,${Buffer.from(data).toString("base64")}` };
}

/** Removes what is over, and the oldest of too many. */
async function makeRoom(db: Db, address: string, now: Date): Promise<void> {
  const newest = db.selectFrom(TABLE).select("id").orderBy("expires", "desc");
  await db
    .deleteFrom(TABLE)
    .where((where) =>
      where.or([
        where("expires", "<=", now.toISOString()),
        where("id", "in", newest.where("address", "=", address).offset(MOST_OF_ADDRESS - 1)),
        where("id", "in", newest.offset(MOST - 1)),
      ]),
    )
    .execute();
}

/** Whether the text is what the picture shows. The picture is used up either way. */
export async function isCaptcha(db: Db, id: string, text: string, now: Date): Promise<boolean> {
  const kept = await db
    .deleteFrom(TABLE)
    .where("id", "=", id)
    .returning("answer")
    .where("expires", ">", now.toISOString())
    .executeTakeFirst();
  return kept !== undefined && kept.answer === plain(text);
}

/** Forgets pictures nobody answered. */
export async function forgetOldCaptchas(db: Db, now: Date): Promise<void> {
  await db.deleteFrom(TABLE).where("expires", "<=", now.toISOString()).execute();
}

/** As the answer is kept: capitals, and what a Chinese input method makes of letters and digits undone. */
function plain(text: string): string {
  return text.normalize("NFKC").replace(/\s+/g, "").toUpperCase();
}
