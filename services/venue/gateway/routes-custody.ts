/** What custody reports of withdrawals, and what custody, vault signers and auditors read of transfers. */
import { TransferAnswer } from "#lib/protocol/wire/account.ts";
import {
  CustodyTotals,
  CustodyTransferPage,
  CustodyWithdrawal,
} from "#lib/protocol/wire/custody.ts";
import * as bodies from "#services/venue/surface/bodies.ts";
import { PARAMETERS } from "#services/venue/surface/parameters.ts";
import * as withdrawals from "./endpoints/withdrawals.ts";
import type { Route } from "./route.ts";

const { after, limit } = PARAMETERS;

export const CUSTODY: Route[] = [
  {
    method: "POST",
    path: "/v1/custody/withdrawals/{id}/sent",
    access: "custody",
    summary:
      "A transaction that pays it was signed; another one only when the one before is proved dead",
    run: withdrawals.reportSent,
    body: bodies.sentBody,
    answer: TransferAnswer,
    errors: ["WITHDRAWAL_NOT_FOUND", "WITHDRAWAL_STATE", "WITHDRAWAL_ATTEMPT_DIFFERS"],
  },
  {
    method: "POST",
    path: "/v1/custody/withdrawals/{id}/settled",
    access: "custody",
    summary: "One of the transactions that were sent is final",
    run: withdrawals.reportSettled,
    body: bodies.settledBody,
    answer: TransferAnswer,
    errors: ["WITHDRAWAL_NOT_FOUND", "WITHDRAWAL_STATE", "WITHDRAWAL_ATTEMPT_DIFFERS"],
  },
  {
    method: "POST",
    path: "/v1/custody/withdrawals/{id}/returned",
    access: "custody",
    summary: "The money goes back to the balance: only while no transaction was sent",
    run: withdrawals.reportReturned,
    body: bodies.returnedBody,
    answer: TransferAnswer,
    errors: ["WITHDRAWAL_NOT_FOUND", "WITHDRAWAL_STATE"],
  },
  {
    method: "GET",
    path: "/v1/custody/transfers",
    access: "custodyReader",
    summary: "All deposits and withdrawals of the venue, in order of their last change",
    run: withdrawals.custodyRead("custody_transfers", withdrawals.feedParams),
    query: [after, limit],
    answer: CustodyTransferPage,
  },
  {
    method: "GET",
    path: "/v1/custody/withdrawals/{id}",
    access: "custodyReader",
    summary: "One withdrawal, with what its owner signed",
    run: withdrawals.custodyRead("custody_withdrawal", withdrawals.withdrawalParams),
    answer: CustodyWithdrawal,
    errors: ["WITHDRAWAL_NOT_FOUND"],
  },
  {
    method: "GET",
    path: "/v1/custody/totals",
    access: "custodyReader",
    summary: "What the venue owes in total",
    run: withdrawals.custodyRead("custody_totals"),
    answer: CustodyTotals,
  },
];
