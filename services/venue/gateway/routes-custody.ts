/** What custody reports of withdrawals, and what custody, vault signers and auditors read of transfers. */
import { TransferAnswer } from "#lib/protocol/wire/account.ts";
import {
  CustodyTotals,
  CustodyTransferPage,
  CustodyWithdrawal,
} from "#lib/protocol/wire/custody.ts";
import { PublishedReserves, ReservesProof } from "#lib/protocol/wire/reserves.ts";
import * as bodies from "#services/venue/surface/bodies.ts";
import { PARAMETERS } from "#services/venue/surface/parameters.ts";
import * as reserves from "./endpoints/reserves.ts";
import * as withdrawals from "./endpoints/withdrawals.ts";
import type { Route } from "./route.ts";

const { after, limit } = PARAMETERS;

export const CUSTODY: Route[] = [
  {
    method: "POST",
    path: "/v1/custody/withdrawals/{id}/sent",
    name: "reportWithdrawalSent",
    access: "custody",
    summary: "Reports that a transaction that pays the withdrawal was signed",
    run: withdrawals.reportSent,
    body: bodies.sentBody,
    answer: TransferAnswer,
    errors: ["WITHDRAWAL_NOT_FOUND", "WITHDRAWAL_STATE", "WITHDRAWAL_ATTEMPT_DIFFERS"],
  },
  {
    method: "POST",
    path: "/v1/custody/withdrawals/{id}/settled",
    name: "reportWithdrawalSettled",
    access: "custody",
    summary: "Reports that a transaction that pays the withdrawal is final",
    run: withdrawals.reportSettled,
    body: bodies.settledBody,
    answer: TransferAnswer,
    errors: ["WITHDRAWAL_NOT_FOUND", "WITHDRAWAL_STATE", "WITHDRAWAL_ATTEMPT_DIFFERS"],
  },
  {
    method: "POST",
    path: "/v1/custody/withdrawals/{id}/returned",
    name: "returnWithdrawal",
    access: "custody",
    summary: "Returns the money to the balance; only while no transaction was sent",
    run: withdrawals.reportReturned,
    body: bodies.returnedBody,
    answer: TransferAnswer,
    errors: ["WITHDRAWAL_NOT_FOUND", "WITHDRAWAL_STATE"],
  },
  {
    method: "POST",
    path: "/v1/custody/reserves",
    name: "makeReservesProof",
    access: "custody",
    summary: "Makes a proof of what the venue owes now; it is published with its anchor",
    run: reserves.makeReserves,
    body: bodies.reservesBody,
    answer: ReservesProof,
    errors: ["RESERVES_NOT_FOUND"],
  },
  {
    method: "POST",
    path: "/v1/custody/reserves/{height}/anchor",
    name: "anchorReservesProof",
    access: "custody",
    summary: "Publishes a proof: the transaction that anchors it is final",
    run: reserves.anchorReserves,
    body: bodies.anchorBody,
    answer: PublishedReserves,
    errors: ["RESERVES_NOT_FOUND"],
  },
  {
    method: "GET",
    path: "/v1/custody/transfers",
    name: "listCustodyTransfers",
    access: "custodyReader",
    summary: "All deposits and withdrawals, in the order of their last change",
    run: withdrawals.custodyRead("custody_transfers", withdrawals.feedParams),
    query: [after, limit],
    answer: CustodyTransferPage,
  },
  {
    method: "GET",
    path: "/v1/custody/withdrawals/{id}",
    name: "getCustodyWithdrawal",
    access: "custodyReader",
    summary: "One withdrawal, with what its owner signed",
    run: withdrawals.custodyRead("custody_withdrawal", withdrawals.withdrawalParams),
    answer: CustodyWithdrawal,
    errors: ["WITHDRAWAL_NOT_FOUND"],
  },
  {
    method: "GET",
    path: "/v1/custody/totals",
    name: "getCustodyTotals",
    access: "custodyReader",
    summary: "Deposits, withdrawals and liabilities of the venue",
    run: withdrawals.custodyRead("custody_totals"),
    answer: CustodyTotals,
  },
];
