/** A venue over a temporary folder, and traders that sign like any client: for tests and benchmarks. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "#lib/clock.ts";
import { Secret } from "#lib/env.ts";
import { createLogger } from "#lib/log.ts";
import type { PlaceOrderBody } from "#lib/protocol/orders.ts";
import {
  encodeCancelOrder,
  encodeCreateApiKey,
  encodePlaceOrder,
  encodePublicKey,
  placeOrderFields,
  type SigningOperation,
  signingPreimage,
} from "#lib/protocol/signing.ts";
import { createVenueServer } from "./http/server.ts";
import { createMetrics } from "./metrics.ts";
import { openVenue } from "./open-venue.ts";
import type { Venue } from "./venue.ts";

export const OPERATOR_KEY = `operator_${"0a".repeat(32)}`;

export type TestVenue = {
  venue: Venue;
  url: string;
  clock: Clock & { advance: (milliseconds: number) => void };
  folder: string;
  operator: (path: string, body: unknown) => Promise<Answer>;
  close: () => Promise<void>;
};

export type Answer = { status: number; body: Record<string, unknown>; headers: Headers };

/** Starts a venue in this process on a free port, with a clock that moves only when told. */
export async function startVenue(existingFolder?: string): Promise<TestVenue> {
  const folder = existingFolder ?? (await mkdtemp(join(tmpdir(), "venue-")));
  let now = 1_800_000_000_000;
  const clock = {
    now: () => now,
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
  };
  const venue = await openVenue({
    folder,
    clock,
    operatorKey: new Secret(OPERATOR_KEY),
    onFailure: (error) => {
      throw error;
    },
  });
  now = Math.max(now, venue.state.time);
  const { server, drain } = createVenueServer(
    venue,
    createLogger("venue", "silent"),
    createMetrics(),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    venue,
    url,
    clock,
    folder,
    operator: (path, body) =>
      call(`${url}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${OPERATOR_KEY}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    close: async () => {
      await drain();
      await venue.sequencer.close();
      if (existingFolder === undefined) await rm(folder, { recursive: true });
    },
  };
}

export async function call(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body, headers: response.headers };
}

/** An account with its own Ed25519 seed; signs the way the specification says. */
export class TestTrader {
  readonly address: string;
  readonly publicKey: Uint8Array;
  key = "";
  private readonly privateKey: KeyObject;
  private readonly url: string;

  constructor(url: string, name: string) {
    this.url = url;
    const seed = createHash("sha256").update(name).digest();
    const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
    this.privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
    const spki = createPublicKey(this.privateKey).export({ format: "der", type: "spki" });
    this.publicKey = new Uint8Array(spki.subarray(-32));
    this.address = encodePublicKey(this.publicKey);
  }

  digest(operation: SigningOperation, payload: Uint8Array, account = this.publicKey): string {
    return createHash("sha256")
      .update(signingPreimage(operation, account, payload))
      .digest("hex");
  }

  sign(text: string | Uint8Array): string {
    return sign(null, Buffer.from(text), this.privateKey).toString("hex");
  }

  /** The four signature headers for a payload. */
  headers(operation: SigningOperation, payload: Uint8Array, timestamp: number) {
    return {
      "content-type": "application/json",
      "x-signature": this.sign(this.digest(operation, payload)),
      "x-signature-timestamp": String(timestamp),
      "x-signer-pubkey": this.address,
      "x-account-pubkey": this.address,
    };
  }

  authorization(): { authorization: string } {
    return { authorization: `Bearer ${this.key}` };
  }

  async createKey(timestamp: number, expiresAt = 0): Promise<Answer> {
    const fields = { label: "test", signer: null, expires_at: expiresAt };
    const payload = encodeCreateApiKey(
      { label: "test", signer: null, expires_at: BigInt(expiresAt) },
      BigInt(timestamp),
    );
    const answer = await call(`${this.url}/v1/keys`, {
      method: "POST",
      headers: this.headers("create_api_key", payload, timestamp),
      body: JSON.stringify(fields),
    });
    this.key = String(answer.body["key"]);
    return answer;
  }

  /** A complete signed `place_order` request. */
  placeRequest(body: PlaceOrderBody, timestamp: number) {
    const payload = encodePlaceOrder(placeOrderFields(body), BigInt(timestamp));
    const headers = { ...this.authorization(), ...this.headers("place_order", payload, timestamp) };
    return { method: "POST", headers, body: JSON.stringify(body) };
  }

  place(body: PlaceOrderBody, timestamp: number): Promise<Answer> {
    return call(`${this.url}/v1/orders`, this.placeRequest(body, timestamp));
  }

  cancel(id: string, market: string, timestamp: number): Promise<Answer> {
    const payload = encodeCancelOrder({ order_id: BigInt(id), market }, BigInt(timestamp));
    return call(`${this.url}/v1/orders/${id}`, {
      method: "DELETE",
      headers: { ...this.authorization(), ...this.headers("cancel_order", payload, timestamp) },
      body: JSON.stringify({ market }),
    });
  }

  read(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return call(`${this.url}${path}`, { headers: { ...this.authorization(), ...headers } });
  }
}

export function limit(side: "BUY" | "SELL", size: string, price: string): PlaceOrderBody {
  return {
    market: "BTCUSDC",
    side,
    size,
    price,
    order_type: "LIMIT",
    time_in_force: "GTC",
  };
}

export function market(side: "BUY" | "SELL", size: string, flags = 0): PlaceOrderBody {
  return {
    market: "BTCUSDC",
    side,
    size,
    order_type: "MARKET",
    time_in_force: "IOC",
    flags,
  };
}
