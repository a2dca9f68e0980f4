/** Errors of wallet requests. */

/** The user rejected the request in the wallet. */
export class WalletRejected extends Error {
  constructor() {
    super("The wallet did not sign.");
    this.name = "WalletRejected";
  }
}

/** The wallet did not return the requested signature. */
export class WalletFault extends Error {
  override name = "WalletFault";
}
