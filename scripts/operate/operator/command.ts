/** Parses a command line into the one request that it stands for. */
import { parseArgs } from "node:util";
import {
  CATALYSTS_OPTIONS,
  CATALYSTS_TARGETS,
  catalystsRequest,
  isCatalystsName,
} from "./catalysts-command.ts";
import { required, search, text, type Values, WrongCommand } from "./line.ts";
import {
  isPartnerName,
  PARTNER_OPTIONS,
  PARTNER_TARGETS,
  partnerRequest,
} from "./partner-command.ts";
import {
  CATALYST_COMMANDS,
  type KeysName,
  type OperatorRequest,
  PARTNER_COMMANDS,
  WEBHOOK_COMMANDS,
} from "./request.ts";
import {
  isWebhooksName,
  WEBHOOKS_OPTIONS,
  WEBHOOKS_TARGETS,
  webhooksRequest,
} from "./webhooks-command.ts";

export type Command = { request: OperatorRequest; json: boolean; url: string | undefined };

const COMMON = { json: { type: "boolean" }, url: { type: "string" } } as const;
const REASON = { reason: { type: "string" } } as const;
const OPTIONS = {
  find: {},
  show: {},
  limits: {
    ...REASON,
    allow: { type: "string", multiple: true },
    tier: { type: "string" },
    for: { type: "string" },
  },
  revoke: REASON,
  audit: { limit: { type: "string" }, cursor: { type: "string" } },
  ...PARTNER_OPTIONS,
  ...WEBHOOKS_OPTIONS,
  ...CATALYSTS_OPTIONS,
} as const;

/** @throws WrongCommand */
export function readCommand(argv: readonly string[]): Command {
  const name = nameOf(argv);
  const rest = argv.slice(name === "audit" ? 1 : 2);
  const { values, positionals } = parse(name, rest);
  const targets = positionals.map((target) => target.trim());
  const needs = NEEDS[name];
  const missing = needs.find((_need, index) => (targets[index] ?? "") === "");
  if (missing !== undefined) throw new WrongCommand(`${spoken(name)} needs ${missing}.`);
  const extra = targets[needs.length];
  if (extra !== undefined) throw new WrongCommand(`${spoken(name)} does not know "${extra}".`);
  const url = text(values, "url");
  const request = requestOf(name, targets, values);
  return { request, json: values["json"] === true, url };
}

function requestOf(
  name: OperatorRequest["name"],
  targets: readonly string[],
  values: Values,
): OperatorRequest {
  if (isPartnerName(name)) return partnerRequest(name, targets, values);
  if (isWebhooksName(name)) return webhooksRequest(name, targets, values);
  if (isCatalystsName(name)) return catalystsRequest(name, targets);
  return keysRequest(name, targets[0] ?? "", values);
}

const NEEDS: Record<OperatorRequest["name"], readonly string[]> = {
  find: ["a key's id or preview, or an account"],
  show: ["a key's id"],
  limits: ["a key's id"],
  revoke: ["a key's id"],
  audit: ["an account: usr_…, a wallet or a mail address"],
  ...PARTNER_TARGETS,
  ...WEBHOOKS_TARGETS,
  ...CATALYSTS_TARGETS,
};

function spoken(name: OperatorRequest["name"]): string {
  return name === "audit" || name.includes(" ") ? name : `keys ${name}`;
}

function nameOf([first, second]: readonly string[]): OperatorRequest["name"] {
  if (first === "audit") return first;
  if (first === "partner") {
    const command = PARTNER_COMMANDS.find((one) => one === second);
    if (command !== undefined) return `partner ${command}`;
    throw new WrongCommand(`There is no command "partner ${second ?? ""}".`);
  }
  if (first === "webhooks") {
    const command = WEBHOOK_COMMANDS.find((one) => one === second);
    if (command !== undefined) return `webhooks ${command}`;
    throw new WrongCommand(`There is no command "webhooks ${second ?? ""}".`);
  }
  if (first === "catalysts") {
    const command = CATALYST_COMMANDS.find((one) => one === second);
    if (command !== undefined) return `catalysts ${command}`;
    throw new WrongCommand(`There is no command "catalysts ${second ?? ""}".`);
  }
  if (first !== "keys") throw new WrongCommand(`There is no command "${first ?? ""}".`);
  if (second === "find" || second === "show" || second === "limits" || second === "revoke") {
    return second;
  }
  throw new WrongCommand(`There is no command "keys ${second ?? ""}".`);
}

function parse(name: OperatorRequest["name"], args: string[]) {
  try {
    const options = { ...COMMON, ...OPTIONS[name] };
    return parseArgs({ args, options, allowPositionals: true }) as {
      values: Values;
      positionals: string[];
    };
  } catch (error) {
    // Node names the option in its first sentence; the rest is advice about positionals.
    const [reason = ""] = error instanceof Error ? error.message.split(". ") : [];
    throw new WrongCommand(`${spoken(name)}: ${reason.replace(/\.?$/, ".")}`, { cause: error });
  }
}

function keysRequest(name: KeysName, target: string, values: Values): OperatorRequest {
  switch (name) {
    case "find":
      return { name, method: "GET", path: `/keys?${search({ query: withoutSecret(target) })}` };
    case "show":
      return { name, method: "GET", path: keyPath(target) };
    case "revoke": {
      const body = { reason: required(values, "reason") };
      return { name, method: "DELETE", path: keyPath(target), body };
    }
    case "limits":
      return { name, method: "PUT", path: `${keyPath(target)}/limits`, body: limitsOf(values) };
    case "audit": {
      const page = { limit: text(values, "limit"), cursor: text(values, "cursor") };
      return { name, method: "GET", path: `/audit?${search({ user: target, ...page })}` };
    }
  }
}

function limitsOf(values: Values): Record<string, unknown> {
  const { allow } = values;
  const tier = text(values, "tier");
  const useCase = text(values, "for");
  if (allow === undefined && tier === undefined) {
    throw new WrongCommand("keys limits needs --allow, --tier or both.");
  }
  if (tier !== undefined && tier !== "default" && tier !== "elevated") {
    throw new WrongCommand("--tier is default or elevated.");
  }
  if (tier === "elevated" && useCase === undefined) {
    throw new WrongCommand("--tier elevated needs --for: the use case that the owner described.");
  }
  // When the option is given twice, the lists are joined.
  const entries = Array.isArray(allow)
    ? allow.flatMap((list) => list.split(",")).filter((entry) => entry.trim() !== "")
    : undefined;
  return {
    ...(entries === undefined ? {} : { allowlist: entries }),
    ...(tier === undefined ? {} : { tier }),
    reason: required(values, "reason"),
    ...(useCase === undefined ? {} : { useCase }),
  };
}

/** A found secret is not sent to the app: its preview finds the key too. */
function withoutSecret(target: string): string {
  return target.replace(/^(svc_sk_|tbs_)[0-9a-f]{60}([0-9a-f]{4})$/, "$1…$2");
}

function keyPath(id: string): string {
  if (!/^(?:mcp|tbk)_[0-9a-f]{24}$/.test(id)) {
    throw new WrongCommand(
      `"${withoutSecret(id)}" is no key's id: mcp_ or tbk_ and 24 hex digits. "keys find" tells it.`,
    );
  }
  return `/keys/${id}`;
}
