/** Asks one of the vault's signers over HTTP to sign a payment. */
import type { Agent } from "node:http";
import { base58 } from "@scure/base";
import { z } from "zod";
import { jsonGet, jsonPost, keepAliveAgent } from "#lib/kernel/http/http-client.ts";
import type { PaymentProposal } from "#services/custody/vault/payment.ts";

/** A signer reads chain and venue before it answers. */
const TIMEOUT_MS = 15_000;
/** Short, so that a signer that hangs does not delay the others. */
const STATUS_TIMEOUT_MS = 1_000;
const MAX_BYTES = 16 * 1024;

const statusAnswer = z.object({
  name: z.string(),
  public_key: z.string(),
  simulated: z.boolean(),
});
export type SignerStatus = z.output<typeof statusAnswer>;

const signAnswer = z.object({ signature: z.string() });

export class SignerClient {
  readonly url: string;
  readonly #agent: Agent;

  constructor(url: string) {
    this.url = url;
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

  close(): void {
    this.#agent.destroy();
  }

  #options() {
    return {
      agent: this.#agent,
      name: "a vault signer",
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    };
  }
}
