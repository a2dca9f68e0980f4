/** All endpoints of the venue: the router and the published description read this one table. */
import { TransferAnswer } from "#lib/protocol/wire/account.ts";
import { ChargedFeePage, FeeDiscount } from "#lib/protocol/wire/venue-fees.ts";
import { VenueNoticePage } from "#lib/protocol/wire/venue-notices.ts";
import { followAnswer, marksAnswer, statusAnswer } from "#services/venue/surface/answers.ts";
import * as bodies from "#services/venue/surface/bodies.ts";
import { PARAMETERS } from "#services/venue/surface/parameters.ts";
import * as operator from "./endpoints/operator.ts";
import { feesParams, noticesParams, partnerRead, readForEverybody } from "./endpoints/reads.ts";
import { changeStream } from "./endpoints/streams.ts";
import type { Route } from "./route.ts";
import { CUSTODY } from "./routes-custody.ts";
import { ACCOUNT, PUBLIC } from "./routes-reads.ts";
import { CREDENTIALS, LEVERAGE, ORDERS, WITHDRAWALS } from "./routes-writes.ts";

const { afterNotice, afterSeq, pageSize } = PARAMETERS;

const OPERATOR: Route[] = [
  {
    method: "POST",
    path: "/v1/operator/marks",
    name: "setMarks",
    access: "operator",
    summary: "Sets marks with their confidence; refused ones are listed, the others apply",
    run: operator.setMarks,
    body: bodies.marksBody,
    answer: marksAnswer,
  },
  {
    method: "POST",
    path: "/v1/operator/deposits",
    name: "creditDeposit",
    access: "creditor",
    summary:
      "Credits a deposit, with the custody key where the venue has one; a repeated reference answers 200",
    run: operator.deposit,
    body: bodies.depositBody,
    answer: TransferAnswer,
    status: 201,
    otherStatus: 200,
    errors: ["INVALID_PUBLIC_KEY", "NUMBER_TOO_LARGE", "DUPLICATED_REFERENCE"],
  },
  {
    method: "POST",
    path: "/v1/operator/insurance",
    name: "creditInsurance",
    access: "creditor",
    summary:
      "Credits the insurance fund, with the custody key where the venue has one; a repeated reference answers 200",
    run: operator.depositInsurance,
    body: bodies.insuranceBody,
    answer: TransferAnswer,
    status: 201,
    otherStatus: 200,
    errors: ["NUMBER_TOO_LARGE", "DUPLICATED_REFERENCE"],
  },
  {
    method: "POST",
    path: "/v1/operator/markets/{symbol}/status",
    name: "setMarketStatus",
    access: "operator",
    summary: "Sets the status of a market; cancels are always accepted",
    run: operator.setMarketStatus,
    body: bodies.statusBody,
    answer: statusAnswer,
    errors: ["MARKET_NOT_FOUND"],
  },
  {
    method: "POST",
    path: "/v1/operator/accounts/{pubkey}/fee-discount",
    name: "setFeeDiscount",
    access: "partner",
    summary: "Sets the fee discount of an account; with the partner key at most a tenth",
    run: operator.setFeeDiscount,
    body: bodies.feeDiscountBody,
    answer: FeeDiscount,
    errors: ["INVALID_PUBLIC_KEY"],
  },
  {
    method: "GET",
    path: "/v1/operator/fees",
    name: "listChargedFees",
    access: "partner",
    summary: "Charged fees, in the order of their numbers",
    run: partnerRead("fees", feesParams),
    query: [afterSeq, pageSize],
    answer: ChargedFeePage,
  },
  {
    method: "GET",
    path: "/v1/operator/notices",
    name: "listNotices",
    access: "streamReader",
    summary:
      "What happened to all accounts within the last day, for the notices of their owners, in the order of the journal",
    run: readForEverybody("notices", noticesParams),
    query: [afterNotice, pageSize],
    answer: VenueNoticePage,
  },
  {
    method: "POST",
    path: "/v1/operator/streams/{stream}/accounts",
    name: "changeStream",
    access: "streamReader",
    summary:
      "Changes the accounts of a stream that was opened with the reader key and without an account",
    run: changeStream,
    body: bodies.followBody,
    answer: followAnswer,
    errors: ["STREAM_NOT_FOUND", "BATCH_SIZE_OUT_OF_RANGE", "INVALID_PUBLIC_KEY"],
  },
];

export const ROUTES: readonly Route[] = [
  ...PUBLIC,
  ...ACCOUNT,
  ...ORDERS,
  ...LEVERAGE,
  ...WITHDRAWALS,
  ...CREDENTIALS,
  ...OPERATOR,
  ...CUSTODY,
];
