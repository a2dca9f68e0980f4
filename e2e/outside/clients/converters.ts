/**
 * What turns the tools into the form of each model API: all take every tool, and call one. No model is asked. Each client connects
 * by itself, with a key that may propose, so that the schemas of proposals are among them.
 */
import assert from "node:assert/strict";
import { createMCPClient } from "@ai-sdk/mcp";
import { mcpToTool } from "@google/genai";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { MCPServerStreamableHttp, mcpToFunctionTool } from "@openai/agents-core";
import { PRICE_OF } from "#e2e/outside/kit/expectations.ts";
import type { Outside } from "#e2e/outside/kit/outside.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import { mcpKey } from "#scripts/dev/clients/registered.ts";

/** Tools whose arguments are the hardest to convert, and of which each client must have all. */
const PROPOSALS = [
  "stage_order",
  "stage_close_position",
  "stage_modify_order",
  "stage_cancel_order",
];

/** The agents SDK of OpenAI with strict schemas: every property is required, and what may be left out is null. */
export async function runOpenAiStrict(outside: Outside): Promise<string> {
  const server = new MCPServerStreamableHttp({
    url: outside.endpoint,
    requestInit: { headers: await keyHeaders(outside) },
  });
  await server.connect();
  try {
    const tools = (await server.listTools()).map((tool) => mcpToFunctionTool(tool, server, true));
    expectAll(tools.map(({ name }) => name));
    // A schema without parameters stays open: others trip over `additionalProperties`.
    const loose = tools.filter(({ strict }) => !strict);
    for (const { name, parameters } of loose) {
      assert.deepEqual(parameters.properties, {}, `${name} is not strict`);
    }
    // In strict mode a model sends null for what it does not set.
    const content = await server.callTool("list_catalysts", { asset: null, type: null, limit: 1 });
    assert.doesNotMatch(JSON.stringify(content), /is not valid|INVALID/);
    expectPriceText(JSON.stringify(await server.callTool(PRICE_OF.name, PRICE_OF.arguments)));
    return `${tools.length} tools, ${tools.length - loose.length} strict`;
  } finally {
    await server.close();
  }
}

/** Google's own conversion of MCP tools to function declarations. */
export async function runGoogleGenAi(outside: Outside): Promise<string> {
  const client = await connect(outside);
  try {
    const callable = mcpToTool(client as unknown as Parameters<typeof mcpToTool>[0]);
    const { functionDeclarations = [] } = await callable.tool();
    expectAll(functionDeclarations.map(({ name = "" }) => name));
    for (const { name = "", ...declared } of functionDeclarations) {
      const schema = declared.parametersJsonSchema ?? declared.parameters;
      expectTyped(name, schema);
    }
    const called = await callable.callTool([{ name: PRICE_OF.name, args: PRICE_OF.arguments }]);
    expectPriceText(JSON.stringify(called));
    return `${functionDeclarations.length} declarations`;
  } finally {
    await client.close();
  }
}

/** LangChain's adapter, and its conversion for Gemini, which keeps only what Gemini takes. */
export async function runLangChainGemini(outside: Outside): Promise<string> {
  const { endpoint } = outside;
  const headers = await keyHeaders(outside);
  const client = new MultiServerMCPClient({ svc: { transport: "http", url: endpoint, headers } });
  try {
    const tools = await client.getTools();
    expectAll(tools.map(({ name }) => name));
    const model = new ChatGoogleGenerativeAI({ apiKey: "none", model: "gemini-2.5-flash" });
    const { tools: converted } = model.invocationParams({ tools } as never) as {
      tools?: { functionDeclarations?: { name: string; parameters?: unknown }[] }[];
    };
    const declared = converted?.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
    expectAll(declared?.map(({ name }) => name) ?? []);
    for (const { name, parameters } of declared ?? []) expectTyped(name, parameters);
    const price = tools.find(({ name }) => name === PRICE_OF.name);
    expectPriceText(JSON.stringify(await price?.invoke(PRICE_OF.arguments)));
    return `${tools.length} tools`;
  } finally {
    await client.close();
  }
}

/** The MCP client of Vercel's AI SDK, which makes tools for any provider. */
export async function runVercelAi(outside: Outside): Promise<string> {
  const headers = await keyHeaders(outside);
  const client = await createMCPClient({
    transport: { type: "http", url: outside.endpoint, headers },
  });
  try {
    const tools = await client.tools();
    expectAll(Object.keys(tools));
    const price = tools[PRICE_OF.name];
    assert.ok(price?.execute !== undefined, "no get_price");
    const options = { toolCallId: "call_1", messages: [] } as never;
    expectPriceText(JSON.stringify(await price.execute(PRICE_OF.arguments, options)));
    return `${Object.keys(tools).length} tools`;
  } finally {
    await client.close();
  }
}

async function keyHeaders(outside: Outside): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await mcpKey(outside, { canStageOrders: true })}` };
}

async function connect(outside: Outside): Promise<Client> {
  const client = new Client({ name: "converter", version: "1.0.0" });
  const requestInit = { headers: await keyHeaders(outside) };
  const transport = new StreamableHTTPClientTransport(new URL(outside.endpoint), { requestInit });
  await client.connect(transport as Transport);
  return client;
}

function expectAll(names: readonly string[]): void {
  for (const name of [...PROPOSALS, PRICE_OF.name, "get_account_history"]) {
    assert.ok(
      names.some((one) => one.endsWith(name)),
      `no ${name} among ${names.join(" ")}`,
    );
  }
}

/** A parameter without a type is one that the model cannot fill. */
function expectTyped(name: string, schema: unknown): void {
  const properties = isRecord(schema) && isRecord(schema["properties"]) ? schema["properties"] : {};
  for (const [parameter, value] of Object.entries(properties)) {
    assert.ok(isRecord(value) && value["type"] !== undefined, `${name}.${parameter} has no type`);
  }
}

function expectPriceText(text: string): void {
  assert.match(text, /BTCUSDC/);
  assert.match(text, /mark_price[\\": ]+\d/);
}
