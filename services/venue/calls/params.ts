/** Parameters of a call, which the gateway checked. */
import type { Call } from "#services/venue/link/messages.ts";

export function textParam(call: Call, name: string): string | undefined {
  const value = call.params[name];
  return typeof value === "string" ? value : undefined;
}

export function numberParam(call: Call, name: string): number | undefined {
  const value = call.params[name];
  return typeof value === "number" ? value : undefined;
}
