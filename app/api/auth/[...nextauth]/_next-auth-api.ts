/** next-auth's handler of API routes, called with plain objects: its handler of app routes takes the request from Next's memory. */
import NextAuthModule, { type NextAuthOptions } from "next-auth";

/** Node gives the default export of a CommonJS package as a property, a bundler as the module. */
const NextAuth = (
  "default" in NextAuthModule ? NextAuthModule.default : NextAuthModule
) as typeof NextAuthModule;

type ApiRequest = {
  method: string;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  cookies: Record<string, string>;
  /** Fields of a form or of JSON. */
  body: unknown;
};

/** @param path what follows `/api/auth/`; the body has been read and limited */
export async function answerNextAuth(
  request: Request,
  path: string,
  options: NextAuthOptions,
): Promise<Response> {
  const { method, headers, url } = request;
  const apiRequest: ApiRequest = {
    method,
    query: { ...Object.fromEntries(new URL(url).searchParams), nextauth: path.split("/") },
    headers: Object.fromEntries(headers),
    cookies: readCookies(headers.get("cookie") ?? ""),
    body: await readFields(request),
  };
  const answer = new ApiAnswer();
  await (NextAuth as (...call: unknown[]) => Promise<void>)(apiRequest, answer, options);
  return answer.toResponse();
}

function readCookies(header: string): Record<string, string> {
  const pairs = header.split(/; */).flatMap((pair) => {
    const [name = "", ...rest] = pair.split("=");
    const value = decoded(rest.join("="));
    return name === "" || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(pairs);
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

async function readFields(request: Request): Promise<unknown> {
  if (request.method !== "POST") return undefined;
  const type = request.headers.get("content-type") ?? "";
  if (type.includes("application/json")) return request.json();
  if (!type.includes("application/x-www-form-urlencoded")) return undefined;
  return Object.fromEntries(new URLSearchParams(await request.text()));
}

/** The methods of Next's response to an API route that next-auth calls. */
class ApiAnswer {
  readonly #headers = new Map<string, string | string[]>();
  #status = 200;
  #body: string | null = null;

  status(status: number): this {
    this.#status = status;
    return this;
  }

  getHeader(name: string): string | string[] | undefined {
    return this.#headers.get(name.toLowerCase());
  }

  setHeader(name: string, value: string | string[]): this {
    this.#headers.set(name.toLowerCase(), value);
    return this;
  }

  json(value: unknown): void {
    this.setHeader("content-type", "application/json");
    this.#body = JSON.stringify(value);
  }

  send(value: unknown): void {
    if (typeof value === "string") this.#body = value;
    else if (value !== undefined && value !== null) this.json(value);
  }

  end(): void {
    this.#body = null;
  }

  toResponse(): Response {
    const headers = new Headers();
    for (const [name, value] of this.#headers) {
      for (const one of [value].flat()) headers.append(name, one);
    }
    return new Response(this.#body, { status: this.#status, headers });
  }
}
