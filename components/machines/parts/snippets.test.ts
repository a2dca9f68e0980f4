/** What is handed out to paste has the form that each program reads, and no key in it. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as snippets from "./snippets.ts";

const BASE = "https://svc.example";
const ENDPOINT = snippets.endpointOf(BASE);

test("the address is that of the endpoint's own route", () => {
  expect(ENDPOINT).toBe("https://svc.example/api/v1/mcp");
  expect(existsSync("app/api/v1/mcp/route.ts")).toBe(true);
});

describe("files", () => {
  test("are JSON of the form that each program documents; the sign-in needs the address alone", () => {
    expect(JSON.parse(snippets.cursorFile(ENDPOINT))).toEqual({
      mcpServers: { svc: { url: ENDPOINT } },
    });
    expect(JSON.parse(snippets.vscodeFile(ENDPOINT))).toEqual({
      servers: { svc: { type: "http", url: ENDPOINT } },
    });
  });

  test("with a key name where it is read from, each in its program's way", () => {
    expect(JSON.parse(snippets.claudeCodeFile(ENDPOINT))).toEqual({
      mcpServers: {
        svc: {
          type: "http",
          url: ENDPOINT,
          headers: { Authorization: "Bearer ${SVC_MCP_KEY}" },
        },
      },
    });
    expect(JSON.parse(snippets.cursorKeyFile(ENDPOINT))).toEqual({
      mcpServers: {
        svc: { url: ENDPOINT, headers: { Authorization: "Bearer ${env:SVC_MCP_KEY}" } },
      },
    });
    const vscode = JSON.parse(snippets.vscodeKeyFile(ENDPOINT)) as {
      inputs: { id: string; password: boolean }[];
      servers: { svc: { headers: { Authorization: string } } };
    };
    expect(vscode.inputs).toMatchObject([{ type: "promptString", password: true }]);
    expect(vscode.servers.svc.headers.Authorization).toBe(
      `Bearer \${input:${vscode.inputs[0]!.id}}`,
    );
  });
});

test("Cursor's link carries the entry of its file", () => {
  const link = new URL(snippets.cursorLink(ENDPOINT));
  expect([link.protocol, link.host, link.pathname]).toEqual([
    "cursor:",
    "anysphere.cursor-deeplink",
    "/mcp/install",
  ]);
  expect(link.searchParams.get("name")).toBe("svc");
  const config = JSON.parse(atob(link.searchParams.get("config") ?? "")) as unknown;
  const { mcpServers } = JSON.parse(snippets.cursorFile(ENDPOINT)) as { mcpServers: object };
  expect(Object.values(mcpServers)).toEqual([config]);
});

/** The arguments that a program gets when a shell runs this text. */
function argumentsOf(command: string): string[] {
  const [program = ""] = command.split(" ");
  const script = `${program}() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { ...process.env, SVC_MCP_KEY: "svc_sk_of_the_environment" };
  return execFileSync("sh", ["-c", script], { env, encoding: "utf8" }).split("\0").slice(0, -1);
}

describe("commands reach their program as", () => {
  test("Claude Code's transport, name and address", () => {
    expect(argumentsOf(snippets.claudeCodeCommand(ENDPOINT))).toEqual([
      "mcp",
      "add",
      "--transport",
      "http",
      "svc",
      ENDPOINT,
    ]);
  });

  test("VS Code's entry in one argument", () => {
    const [flag, entry = ""] = argumentsOf(snippets.vscodeCommand(ENDPOINT));
    expect(flag).toBe("--add-mcp");
    expect(JSON.parse(entry)).toEqual({ name: "svc", type: "http", url: ENDPOINT });
  });

  test("the Inspector's, with the key of the environment in the header", () => {
    expect(argumentsOf(snippets.inspectorCommand(ENDPOINT))).toContain(ENDPOINT);
    expect(argumentsOf(snippets.inspectorKeyCommand(ENDPOINT)).slice(-2)).toEqual([
      "--header",
      "Authorization: Bearer svc_sk_of_the_environment",
    ]);
  });

  test.each([snippets.listToolsCurl(ENDPOINT), snippets.callToolCurl(ENDPOINT)])(
    "curl's address, two headers and a JSON-RPC body",
    (command) => {
      const given = argumentsOf(command);
      expect(given.filter((argument) => /^[A-Z][A-Za-z-]+: /.test(argument))).toEqual([
        "Authorization: Bearer svc_sk_of_the_environment",
        "Content-Type: application/json",
      ]);
      expect(given).toContain(ENDPOINT);
      expect(JSON.parse(given.at(-1) ?? "")).toMatchObject({ jsonrpc: "2.0" });
    },
  );
});

test.each([
  ["http://localhost:3000", true],
  ["http://127.0.0.1:3000", true],
  ["http://[::1]:3000", true],
  ["http://app.localhost", true],
  ["https://svc.example", false],
  ["https://localhost.example", false],
  ["http://192.168.0.7:3000", false],
])("only this computer reaches %s: %s", (address, expected) => {
  expect(snippets.isLoopback(address)).toBe(expected);
});
