/** Asks one of the vault's signers over HTTP to sign a payment, with custody's key. */
import type { Agent } from "node:http";
import { base58 } from "@scure/base";
import { z } from "zod";
import type { Secret } from "#lib/kernel/env.ts";
import { jsonGet, jsonPost, keepAliveAgent } from "#lib/kernel/http/http-client.ts";
import type { Commitment, SweepSeat } from "#services/custody/deposits/sign-together.ts";
import type { PaymentProposal } from "#services/custody/vault/payment.ts";
import type { SweepProposal } from "#services/custody/vault/sweep.ts";

/** A signer reads chain and venue before it answers. */
const TIMEOUT_MS = 15_000;
/** Short, so that a signer that hangs does not delay the others. */
const STATUS_TIMEOUT_MS = 1_000;
const MAX_BYTES = 16 * 1024;

const statusAnswer = z.object({
  name: z.string(),
  public_key: z.string(),
  simulated: z.boolean(),
  deposit_share: z
    .string()
    .optional()
    .describe(
      "Public half of its share of the deposit addresses; signers of earlier versions have none",
    ),
});
export type SignerStatus = z.output<typeof statusAnswer>;

const signAnswer = z.object({ signature: z.string() });
const commitAnswer = z.object({
  identifier: z.string(),
  hiding: z.string(),
  binding: z.string(),
});
const shareAnswer = z.object({ share: z.string() });

export class SignerClient implements SweepSeat {
  readonly url: string;
  readonly #agent: Agent;
  readonly #accessKey: Secret;

  constructor(url: string, accessKey: Secret) {
    this.url = url;
    this.#accessKey = accessKey;
    this.#agent = keepAliveAgent(url);
  }

  async status(): Promise<SignerStatus> {
    const options = { ...this.#options(), timeoutMs: STATUS_TIMEOUT_MS };
    return statusAnswer.parse((await jsonGet(`${this.url}/v1/status`, options)).value);
  }

  /**
   * The same proposal gets the same signature again. @throws UpstreamError, with the signer's code
   * when it refuses
   */
  async sign({ withdrawalId, message, feePayerSignature }: PaymentProposal): Promise<Uint8Array> {
    const body = {
      withdrawal_id: withdrawalId,
      message: Buffer.from(message).toString("base64"),
      fee_payer_signature: base58.encode(feePayerSignature),
    };
    const { value } = await jsonPost(`${this.url}/v1/sign`, body, this.#options());
    return base58.decode(signAnswer.parse(value).signature);
  }

  /** First round of a sweep. @throws UpstreamError, also when the signer refuses */
  async commitSweep({ account, message }: SweepProposal): Promise<Commitment> {
    const body = { account, message: Buffer.from(message).toString("base64") };
    return commitAnswer.parse(await this.#sweep("commit", body));
  }

  /** Second round: this signer's share of the signature. @throws UpstreamError, also when it refuses */
  async signSweep(message: Uint8Array, commitments: readonly Commitment[]): Promise<Uint8Array> {
    const body = { message: Buffer.from(message).toString("base64"), commitments };
    const { share } = shareAnswer.parse(await this.#sweep("sign", body));
    return Uint8Array.from(Buffer.from(share, "hex"));
  }

  async #sweep(round: "commit" | "sign", body: object): Promise<unknown> {
    return (await jsonPost(`${this.url}/v1/sweeps/${round}`, body, this.#options())).value;
  }

  close(): void {
    this.#agent.destroy();
  }

  #options() {
    return {
      agent: this.#agent,
      name: "a vault signer",
      headers: { authorization: `Bearer ${this.#accessKey.reveal()}` },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    };
  }
}
