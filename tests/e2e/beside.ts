import type { Envelope } from "../../src/shared/protocol/envelope.ts";
import type { PageResult, WireRow } from "../../src/shared/protocol/list.ts";
import type { Portal } from "./portal.ts";

type Params = Readonly<Record<string, string>>;

/** Somebody who works beside the browser of a test, by the portal's own calls. */
export class Beside {
  private constructor(
    private readonly portal: Portal,
    readonly token: string,
  ) {}

  static async signIn(portal: Portal, username: string): Promise<Beside> {
    const body = new URLSearchParams({ grant_type: "password", username, password: portal.password });
    const answer = await fetch(`${portal.url}/connect/token`, { method: "POST", body });
    const { access_token: token } = (await answer.json()) as { access_token?: string };
    if (token === undefined) throw new Error(`${username} could not sign in`);
    return new Beside(portal, token);
  }

  /** Result of a call that must succeed. */
  async call<T>(path: string, params: Params = {}): Promise<T> {
    return (await this.send<T>(`/api/${path}`, new URLSearchParams(params))).Result;
  }

  async rows(path: string, params: Params = {}): Promise<readonly WireRow[]> {
    return (await this.call<PageResult>(path, { page: "1", rows: "500", ...params })).rows;
  }

  /** Address of an uploaded picture. */
  async upload(name: string, picture: Buffer): Promise<string> {
    const body = new FormData();
    body.set("file", new File([new Uint8Array(picture)], name, { type: "image/png" }));
    return (await this.send("/API/UpLoadFile/Upload", body)).Msg;
  }

  private async send<T>(path: string, body: URLSearchParams | FormData): Promise<Envelope<T>> {
    const answer = await fetch(this.portal.url + path, { method: "POST", body, headers: { Authorization: this.token } });
    const envelope = (await answer.json()) as Envelope<T>;
    if (envelope.Code !== 200) throw new Error(`${path}: ${envelope.Code} ${envelope.Msg}`);
    return envelope;
  }
}
