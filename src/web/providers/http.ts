import axios, { type InternalAxiosRequestConfig } from "axios";
import { post } from "../api/post.ts";
import type { FormParams } from "../api/send.ts";

const FORWARDED_HEADERS = ["Idempotency-Key"] as const;

/**
 * The axios instance simple-rest works with. Its adapter is our own `post`, so encoding, time-out, envelope and 401 exist
 * once, and errors arrive as ApiError (simple-rest's own instance would wrap them and lose their text).
 */
export const http = axios.create({
  transformRequest: [(data: unknown) => data],
  adapter: async (config) => ({
    data: await post<unknown>(config.url ?? "", config.data as FormParams, { headers: forwardedHeaders(config) }),
    status: 200,
    statusText: "OK",
    headers: {},
    config,
  }),
});

function forwardedHeaders(config: InternalAxiosRequestConfig): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of FORWARDED_HEADERS) {
    const value = config.headers.get(name);
    if (typeof value === "string") headers[name] = value;
  }
  return headers;
}
