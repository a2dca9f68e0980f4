/**
 * The engine's side of every request: executes commands that gateways have verified, runs reads on the state, and answers
 * when all that an answer may show is durable.
 */
import { toErrorBody } from "#lib/kernel/errors/errors.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { findOrder } from "#services/venue/calls/account.ts";
import type { HostContext, WithdrawalSettings } from "#services/venue/calls/answer-call.ts";
import { TransferIndex } from "#services/venue/calls/transfer-index.ts";
import type { Venue } from "#services/venue/calls/venue.ts";
import { requireWithdrawalTerms } from "#services/venue/calls/withdrawal-terms.ts";
import { TYPE_BYTE } from "#services/venue/engine/command-codec.ts";
import type { Outcome } from "#services/venue/engine/outcome.ts";
import type { Call, ToGateway, ToHost } from "#services/venue/link/messages.ts";
import { type Answer, outcomeAnswer } from "#services/venue/records/outcomes.ts";
import { publicKeyOf } from "#services/venue/signature/public-keys.ts";
import { CALLS } from "./calls.ts";
import type { CredentialPublisher } from "./credential-publisher.ts";

/** What changes the credentials of an account; a refusal does not. */
const CREDENTIAL_OUTCOMES: ReadonlySet<Outcome["kind"]> = new Set([
  "api_key",
  "api_key_revoked",
  "signer",
  "signer_revoked",
]);
/** Where the account begins in a signed command: behind its type and its time. */
const ACCOUNT_OFFSET = 9;
const FRAME_BYTES = 8;
/** Reads of the follower's history alone. They wait for it, so that a client sees the effect of its last write. */
const HISTORY_CALLS: ReadonlySet<string> = new Set([
  "fills",
  "funding",
  "fees",
  "notices",
  "portfolio",
]);
/** Reads wait this long for the follower; after that the answer ends where the history does. */
const HISTORY_WAIT_MS = 1_000;

export class Host {
  readonly #venue: Venue;
  readonly #credentials: CredentialPublisher;
  readonly #log: Logger;
  readonly #metrics: () => Promise<string>;
  readonly #context: HostContext;

  constructor(parts: {
    venue: Venue;
    credentials: CredentialPublisher;
    log: Logger;
    metrics: () => Promise<string>;
    withdrawals: WithdrawalSettings;
  }) {
    this.#venue = parts.venue;
    this.#credentials = parts.credentials;
    this.#log = parts.log;
    this.#metrics = parts.metrics;
    const { venue, withdrawals } = parts;
    this.#context = { venue, withdrawals, transfers: new TransferIndex(venue.state) };
  }

  /** Works through a gateway's message; `reply` is called once, when its answers may leave. */
  async receive(message: ToHost, reply: (answers: ToGateway) => void): Promise<void> {
    const answers: ToGateway = { ids: [], statuses: [], bodies: [] };
    if (message.commands !== null) this.#executeAll(message.commands, answers);
    for (const call of message.calls) {
      if (call.name === "metrics" || HISTORY_CALLS.has(call.name))
        void this.#answerApart(call, reply);
      else add(answers, call.id, this.#run(call));
    }
    if (answers.ids.length === 0) return;
    try {
      await this.#venue.sequencer.settled();
    } catch (error) {
      // The disk refused the write: only the restart shows whether these commands took effect.
      const failed = this.#failure(error);
      answers.statuses.fill(failed.status);
      answers.bodies.fill(failed.body);
    }
    reply(answers);
  }

  #executeAll(commands: ArrayBuffer, answers: ToGateway): void {
    const view = new DataView(commands);
    for (let offset = 0; offset < commands.byteLength; ) {
      const id = view.getUint32(offset, true);
      const length = view.getUint32(offset + 4, true);
      const bytes = new Uint8Array(commands, offset + FRAME_BYTES, length);
      add(answers, id, this.#execute(bytes));
      offset += FRAME_BYTES + length;
    }
  }

  #execute(bytes: Uint8Array): Answer {
    const type = bytes[0] ?? 0;
    try {
      requireWithdrawalTerms(this.#context, bytes);
      const outcome = this.#venue.sequencer.execute(bytes);
      if (CREDENTIAL_OUTCOMES.has(outcome.kind)) {
        this.#credentials.publish(accountOf(bytes));
      }
      if (outcome.kind === "transfer") this.#context.transfers.add(outcome.transfer);
      const find = (id: number) => findOrder(this.#venue, accountOf(bytes), id);
      return outcomeAnswer(outcome, type === TYPE_BYTE.place_order, find);
    } catch (error) {
      return this.#failure(error);
    }
  }

  #run(call: Call): Answer {
    try {
      const answer = CALLS[call.name];
      if (answer === undefined) throw new TypeError(`there is no call ${call.name}`);
      const { status, body } = answer(this.#context, call);
      return { status, body: JSON.stringify(body) };
    } catch (error) {
      return this.#failure(error);
    }
  }

  /** Answers that take longer than a turn do not hold up the others. */
  async #answerApart(call: Call, reply: (answers: ToGateway) => void): Promise<void> {
    const answers: ToGateway = { ids: [], statuses: [], bodies: [] };
    try {
      add(answers, call.id, await this.#slowAnswer(call));
    } catch (error) {
      add(answers, call.id, this.#failure(error));
    }
    reply(answers);
  }

  async #slowAnswer(call: Call): Promise<Answer> {
    if (call.name === "metrics") return { status: 200, body: await this.#metrics() };
    await this.#awaitHistory();
    return this.#run(call);
  }

  /** A read that gives up ends its wait, so that the follower does not hurry for an answer that no one needs. */
  async #awaitHistory(): Promise<void> {
    const wait = new AbortController();
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const patience = setTimeout(resolve, HISTORY_WAIT_MS);
    try {
      await Promise.race([this.#venue.followed(wait.signal), enough]);
    } finally {
      clearTimeout(patience);
      wait.abort();
    }
  }

  #failure(thrown: unknown): Answer {
    const { status, body } = toErrorBody(thrown);
    if (status === 500) this.#log.error({ err: thrown }, "the host failed");
    return { status, body: JSON.stringify(body) };
  }
}

/** The account of a signed command. */
function accountOf(bytes: Uint8Array): string {
  return publicKeyOf(bytes.subarray(ACCOUNT_OFFSET, ACCOUNT_OFFSET + 32)).text;
}

function add(answers: ToGateway, id: number, { status, body }: Answer): void {
  answers.ids.push(id);
  answers.statuses.push(status);
  answers.bodies.push(body);
}
