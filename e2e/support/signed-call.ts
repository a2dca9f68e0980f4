/** Calls of a bot on a plain socket, because fetch would normalise the target. */
import { createHash, createHmac, randomUUID } from "node:crypto";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";

export type Call = {
  method?: string;
  /** The target in the request line. */
  target: string;
  /** The signed target, when it differs. */
  signed?: string;
  headers?: Record<string, string>;
  /** The local address from which the call comes. */
  from?: string;
};

export type Answered = { status: number; headers: IncomingHttpHeaders; text: string };

type Key = { id: string; secret: string };

export function send(app: string, call: Call): Promise<Answered> {
  const { hostname, port } = new URL(app);
  const { method = "GET", target: path, headers = {}, from } = call;
  const options = { hostname, port, path, method, headers, ...(from && { localAddress: from }) };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(options, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("end", () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      });
    });
    sent.on("error", reject).end();
  });
}

export function sendSigned(app: string, key: Key, call: Call): Promise<Answered> {
  const timestamp = String(Date.now());
  const nonce = randomUUID();
  const { method = "GET", target, signed = target } = call;
  const body = createHash("sha256").update("").digest("hex");
  const text = [timestamp, nonce, method, signed, body].join("\n");
  const headers = {
    ...call.headers,
    "x-bot-key": key.id,
    "x-bot-timestamp": timestamp,
    "x-bot-nonce": nonce,
    "x-bot-signature": createHmac("sha256", key.secret).update(text).digest("hex"),
  };
  return send(app, { ...call, headers });
}
