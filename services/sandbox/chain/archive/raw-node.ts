/** The chain's JSON-RPC as text: what is asked goes out unchanged, and so does the answer. */
import { keepAliveAgent, sendHttp, UpstreamError } from "#lib/kernel/http/http-client.ts";

const TIMEOUT_MS = 5_000;
/** A block of a busy slot is the largest answer. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const JSON_TYPE = { "content-type": "application/json" };

export type RawNode = {
  /** Asks with a body of JSON-RPC. @throws UpstreamError when the chain is away, too slow, or no node */
  ask: (body: string) => Promise<string>;
};

export function rawNode(url: string): RawNode {
  const agent = keepAliveAgent(url);
  return {
    ask: async (body) => {
      const answer = await sendHttp({
        url,
        method: "POST",
        headers: JSON_TYPE,
        body,
        agent,
        // A transaction that arrives twice has one effect.
        isRepeatable: true,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        maxBytes: MAX_ANSWER_BYTES,
        name: "the chain",
      });
      const { status } = answer;
      if (status !== 200) {
        throw new UpstreamError("status", `the chain answered ${status}`, { status });
      }
      return answer.body.toString("utf8");
    },
  };
}
